/**
 * A write whose answer was lost may have been done. While the page does not know, the same write, sent
 * again, goes under the key of the first, and the server does it once (decision 51).
 */
import { isDoneOnce, type Endpoint } from '#contract/endpoint'
import { uuid } from '../lib/uuid.ts'
import { isUnreached, type ApiFailure } from './http.ts'

/** Writes without an answer, by what they say; more than a person tries again. */
const MAX_REMEMBERED = 50
const unanswered = new Map<string, string>()

/** Sends it under its key; undefined where it needs none: it has one in its body, or says the same twice. */
export async function doneOnce<T extends { error?: ApiFailure }>(
  endpoint: Endpoint,
  input: { params?: unknown; body?: unknown } | undefined,
  send: (key: string | undefined) => Promise<T>,
): Promise<T> {
  if (!isDoneOnce(endpoint) || hasOwnKey(input?.body)) return send(undefined)
  const said = JSON.stringify([endpoint.path, input])
  const key = unanswered.get(said) ?? uuid()
  unanswered.set(said, key)
  for (const oldest of unanswered.keys()) {
    if (unanswered.size <= MAX_REMEMBERED) break
    unanswered.delete(oldest)
  }
  const answer = await send(key)
  if (answer.error === undefined || !isUnreached(answer.error)) unanswered.delete(said)
  return answer
}

const hasOwnKey = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'clientKey' in body && body.clientKey !== undefined
