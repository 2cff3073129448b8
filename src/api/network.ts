/** Whether the server is reachable, judged by the page's own calls. */

/** Milliseconds within which a failed call beside successful ones does not count. */
const DOUBT = 1_500

let shownSince: number | null = null
let answers = 0
const listeners = new Set<() => void>()

/**
 * Null while the server is reachable; otherwise the age of what is shown, in epoch milliseconds.
 * Infinity if nothing cached is shown.
 */
export const knownSince = (): number | null => shownSince
export function onNetwork(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Call after any answer of the server, refusals included. */
export function reportServerReached(): void {
  answers += 1
  stand(null)
}

/**
 * Call when a request begins; call the result if it got no answer. A cancelled request reports
 * nothing.
 */
export const asking =
  (heard = answers) =>
  (): void => {
    setTimeout(() => heard === answers && stand(shownSince ?? Infinity), DOUBT)
  }

/** A cached answer was shown; the oldest on screen counts. */
export const reportCachedAnswer = (keptAt: number): void =>
  stand(Math.min(shownSince ?? keptAt, keptAt))

function stand(next: number | null): void {
  if (next === shownSince) return
  shownSince = next
  for (const listener of listeners) listener()
}
