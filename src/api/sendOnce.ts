/**
 * A write whose answer was lost may have been done. While the page does not know, the same write is
 * sent again under the first key, and the server does it once (decision 51).
 */
import { isDoneOnce, type Endpoint } from '#contract/endpoint.ts'
import { uuid } from '#lib/uuid.ts'
import { isUnreached, type ApiFailure } from './http.ts'

/**
 * Milliseconds. After this, the same content is a new write: the row may have been deleted, and the
 * user wants it again.
 */
const TRIED_AGAIN_WITHIN = 10 * 60_000

interface Unanswered {
  said: string
  key: string
  /** Time of the first attempt, in ms. */
  at: number
}
let unanswered: Unanswered | null = null

/**
 * Sends the write under its key. Needs no key if the body has one or a repetition is harmless. Only
 * the last failed write counts as retried: after another write, the same content is meant as a new
 * one.
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
