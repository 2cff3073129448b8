/**
 * A write whose answer was lost may have been done. While the page does not know, the same write, sent
 * again, goes under the key of the first, and the server does it once (decision 51).
 */
import { isDoneOnce, type Endpoint } from '#contract/endpoint.ts'
import { uuid } from '#lib/uuid.ts'
import { isUnreached, type ApiFailure } from './http.ts'

/** Later it is no second try: what was made may have been deleted, and is meant to be made again. */
const TRIED_AGAIN_WITHIN = 10 * 60_000

interface Unanswered {
  /** What it said. */
  said: string
  key: string
  /** When it was sent first, ms. */
  at: number
}
let unanswered: Unanswered | null = null

/**
 * Sends it under its key; undefined where it needs none: it has one in its body, or may be done twice.
 * Only the write that was tried last is one that is tried again: who did something else meanwhile
 * means a new one by the same words.
 */
export async function sendOnce<T extends { error?: ApiFailure }>(
  endpoint: Endpoint,
  input: { params?: unknown; body?: unknown } | undefined,
  send: (key: string | undefined) => Promise<T>,
  now: () => number = Date.now,
): Promise<T> {
  if (hasOwnKey(input?.body)) return send(undefined)
  if (!isDoneOnce(endpoint)) {
    const answer = await send(undefined)
    if (answer.error === undefined) unanswered = null
    return answer
  }
  const said = JSON.stringify([endpoint.path, input])
  const isSecondTry = (last: Unanswered | null): last is Unanswered =>
    last?.said === said && now() - last.at < TRIED_AGAIN_WITHIN
  const sent = isSecondTry(unanswered) ? unanswered : { said, key: uuid(), at: now() }
  unanswered = sent
  const answer = await send(sent.key)
  const isAnswered = answer.error === undefined || !isUnreached(answer.error)
  if (isAnswered && unanswered === sent) unanswered = null
  return answer
}

const hasOwnKey = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'clientKey' in body && body.clientKey !== undefined
