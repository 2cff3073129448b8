/**
 * Kept answers in the browser's database. One of their own: what waits to be sent (entities/unsent)
 * must never suffer from it.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { KeptAnswer } from '#api/answerCache.ts'
import { pageEntry } from '#lib/pageEntry.ts'

interface Row extends KeptAnswer {
  id: string
  owner: string
  /** Of the page that kept it: what another release was answered may have another shape. */
  release: string
}
interface Answers extends DBSchema {
  answers: { key: string; value: Row; indexes: { keptAt: number; owner: string } }
}

/** Beyond this the oldest go; a round of a hundred checks takes some three hundred. */
const MAX_ANSWERS = 800
/** Characters of JSON; a list that is longer is shown again when it can be asked for. */
const LONGEST = 400_000
/** Who was away longer should see what is, not what was. */
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
  // At once: a page that is closed ends what it has not yet asked to be committed.
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

/** What is anybody else's is forgotten; all of it when nobody is signed in. */
export async function deleteAnswersOfOthers(owner: string | null, now: number): Promise<void> {
  const rows = (await database()).transaction('answers', 'readwrite').store
  for (let row = await rows.openCursor(); row !== null; row = await row.continue())
    if (row.value.owner !== owner || now - row.value.keptAt > OLDEST) await row.delete()
}
