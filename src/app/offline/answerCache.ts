/** Stores cached answers by owner: never shown to another person, and deleted at sign-out. */
import type { AnswerStore } from '#api/answerCache.ts'
import { forgetRecents } from '../shell/palette/recents.ts'
import { ownerOf, type Store } from '../store.ts'

/** Loads on first use; the sign-in page does not need it. */
const inDatabase = () => import('./answerDatabase.ts')
const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined)

export function cachedAnswersOf(store: Store): AnswerStore {
  return {
    keep(key, data) {
      const owner = ownerOf(store)
      if (owner === null) return
      quietly(inDatabase().then(({ saveAnswer }) => saveAnswer(owner, key, data, Date.now())))
    },
    async read(key) {
      const owner = ownerOf(store)
      if (owner === null) return null
      return inDatabase()
        .then(({ readAnswer }) => readAnswer(owner, key, Date.now()))
        .catch(() => null)
    },
    drop(key) {
      const owner = ownerOf(store)
      if (owner !== null) quietly(inDatabase().then(({ dropAnswer }) => dropAnswer(owner, key)))
    },
  }
}

/** Deletes the former owner's answers when the session ends or changes hands. */
export function forgetWithSession(store: Store): void {
  let owner: string | null | undefined
  const follow = (): void => {
    const now = ownerOf(store)
    if (now === owner) return
    const isFirst = owner === undefined
    owner = now
    if (isFirst && now === null) return // answers were deleted at the last sign-out
    if (!isFirst) forgetRecents()
    quietly(
      inDatabase().then(({ deleteAnswersOfOthers }) => deleteAnswersOfOthers(now, Date.now())),
    )
  }
  store.subscribe(follow)
  follow()
}
