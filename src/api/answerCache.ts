/**
 * Caches the last answers of reads declared `keptOnDevice`, and shows them while the server is
 * unreachable. The app decides where they are stored.
 */
import { isUnreached, type ApiFailure } from './http.ts'
import { reportCachedAnswer } from './network.ts'

export interface KeptAnswer {
  data: unknown
  keptAt: number
}

/** Never rejects. A device without storage has no answers. */
export interface AnswerStore {
  keep(key: string, data: unknown): void
  read(key: string): Promise<KeptAnswer | null>
  drop(key: string): void
}

const nothing: AnswerStore = {
  keep: () => undefined,
  read: () => Promise.resolve(null),
  drop: () => undefined,
}
let store = nothing

export function setAnswerStore(answers: AnswerStore): void {
  store = answers
}

type Answer = { data: unknown } | { error: ApiFailure }

export async function answerOrCached(
  key: string,
  answer: Answer,
  signal: AbortSignal,
): Promise<Answer> {
  if ('data' in answer) {
    store.keep(key, answer.data)
    return answer
  }
  if (!isUnreached(answer.error)) {
    // the row was deleted, or is now hidden from this user
    if (answer.error.status === 403 || answer.error.status === 404) store.drop(key)
    return answer
  }
  if (signal.aborted) return answer
  const kept = await store.read(key)
  if (kept === null) return answer
  reportCachedAnswer(kept.keptAt)
  return { data: kept.data }
}
