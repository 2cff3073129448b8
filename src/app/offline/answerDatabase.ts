/**
 * Cached answers in IndexedDB. A separate database, so that unsent work (entities/unsent) cannot be
 * harmed.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { KeptAnswer } from '#api/answerCache.ts'
import { pageEntry } from '#lib/pageEntry.ts'

interface Row extends KeptAnswer {
  id: string
  owner: string
  /** The release that stored it: other releases may use another shape. */
  release: string
}
interface Answers extends DBSchema {
  answers: { key: string; value: Row; indexes: { keptAt: number; owner: string } }
}

/** Beyond this the oldest are deleted. A round of a hundred checks takes about 300. */
const MAX_ANSWERS = 800
/** Characters of JSON. Longer lists are not cached. */
const LONGEST = 400_000
/** Milliseconds. Older answers would mislead. */
const OLDEST = 3 * 86_400_000

let opened: Promise<IDBPDatabase<Answers>> | null = null
function database(): Promise<IDBPDatabase<Answers>> {
  opened ??= openDB<Answers>('plantroom.answers', 1, {
    upgrade(made) {
      const rows = made.createObjectStore('answers', { keyPath: 'id' })
      rows.createIndex('keptAt', 'keptAt')
      rows.createIndex('owner', 'owner')
    },
    terminated() {
      opened = null
    },
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

const releaseOf = (): string => pageEntry() ?? ''

const idOf = (owner: string, key: string) => `${owner} ${key}`

export async function saveAnswer(
  owner: string,
  key: string,
  data: unknown,
  now: number,
): Promise<void> {
  if (JSON.stringify(data).length > LONGEST) return dropAnswer(owner, key)
  const keeping = (await database()).transaction('answers', 'readwrite')
  const row = { id: idOf(owner, key), owner, release: releaseOf(), data, keptAt: now }
  const put = keeping.store.put(row)
  // Commits at once: closing the page aborts a transaction that is not committing.
  keeping.commit()
  await Promise.all([put, keeping.done])
  await dropSurplus()
}

async function dropSurplus(): Promise<void> {
  const rows = (await database()).transaction('answers', 'readwrite').store
  let surplus = (await rows.count()) - MAX_ANSWERS
  for (
    let oldest = await rows.index('keptAt').openCursor();
    oldest !== null && surplus > 0;
    oldest = await oldest.continue()
  ) {
    await oldest.delete()
    surplus -= 1
  }
}

export async function readAnswer(
  owner: string,
  key: string,
  now: number,
): Promise<KeptAnswer | null> {
  const row = await (await database()).get('answers', idOf(owner, key))
  return row === undefined || row.release !== releaseOf() || now - row.keptAt > OLDEST ? null : row
}

export async function dropAnswer(owner: string, key: string): Promise<void> {
  await (await database()).delete('answers', idOf(owner, key))
}

/** Deletes answers of other owners; all answers if nobody is signed in. */
export async function deleteAnswersOfOthers(owner: string | null, now: number): Promise<void> {
  const rows = (await database()).transaction('answers', 'readwrite').store
  for (let row = await rows.openCursor(); row !== null; row = await row.continue())
    if (row.value.owner !== owner || now - row.value.keptAt > OLDEST) await row.delete()
}
