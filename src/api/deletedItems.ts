/**
 * What this page has just deleted. After a deletion everything on screen loads again while the
 * deleted row's panel is still drawn; its request would only fail.
 */
import type { ApiFailure } from './http.ts'

/** Long enough for the panel to close on a slow device. */
const KNOWN_FOR_MS = 3_000

/** Remembers one deletion, because only one panel is open at a time. */
let gone = { address: '', at: -KNOWN_FOR_MS }

/**
 * Call with every answered write. Remembers deletions, and replacements everywhere by another row.
 */
export function rememberDeleted(url: string, answer: unknown, now: () => number = Date.now): void {
  if (typeof answer !== 'object' || answer === null) return
  if ('deleted' in answer && answer.deleted === true) gone = { address: url, at: now() }
  if ('replaced' in answer) gone = { address: url.replace(/\/replace$/, ''), at: now() }
}

/** The 404 that the server would answer. Undefined if the server must be asked. */
export function answerIfDeleted(
  url: string,
  now: () => number = Date.now,
): Promise<ApiFailure> | undefined {
  const left = gone.at + KNOWN_FOR_MS - now()
  if (left <= 0 || !`${url}/`.startsWith(`${gone.address}/`)) return undefined
  const failure = { status: 404, message: 'Deleted by this page', errors: [], isOwnDoing: true }
  return new Promise((answer) => setTimeout(() => answer(failure), left))
}
