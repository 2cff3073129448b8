/**
 * What this page has just deleted. The answer of a deletion makes what is on screen load anew, and
 * the panel of what was deleted is still drawn then: the server would be asked for what is known to
 * be gone.
 */
import type { ApiFailure } from './http.ts'

/** Until the panel is gone, on a slow device too. */
const KNOWN_FOR_MS = 3_000

/** One panel is open at a time. */
let gone = { address: '', at: -KNOWN_FOR_MS }

/**
 * A write was answered: one that deletes what it was sent to, or puts something else in its place
 * everywhere.
 */
export function rememberDeleted(url: string, answer: unknown, now: () => number = Date.now): void {
  if (typeof answer !== 'object' || answer === null) return
  if ('deleted' in answer && answer.deleted === true) gone = { address: url, at: now() }
  if ('replaced' in answer) gone = { address: url.replace(/\/replace$/, ''), at: now() }
}

/**
 * What the server would answer, late: by then the panel has closed and nobody hears it, or it says
 * that nothing is there. Undefined where the server is to be asked.
 */
export function answerIfDeleted(
  url: string,
  now: () => number = Date.now,
): Promise<ApiFailure> | undefined {
  const left = gone.at + KNOWN_FOR_MS - now()
  if (left <= 0 || !`${url}/`.startsWith(`${gone.address}/`)) return undefined
  const failure = { status: 404, message: 'Deleted by this page', errors: [], isOwnDoing: true }
  return new Promise((answer) => setTimeout(() => answer(failure), left))
}
