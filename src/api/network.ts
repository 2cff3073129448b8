/** Whether the server is reached, as the page's own calls found it. */

/** A call that fails beside others that are answered says nothing of the network. */
const DOUBT = 1_500

let shownSince: number | null = null
let answers = 0
const listeners = new Set<() => void>()

/**
 * Null while it is; else since when what is shown was known, in milliseconds. Infinity: nothing that
 * was kept is shown.
 */
export const knownSince = (): number | null => shownSince
export function onNetwork(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Something was heard from it, a refusal too. */
export function reachedServer(): void {
  answers += 1
  stand(null)
}

/** A call begins; what is answered tells that it had no answer. One that is given up tells nothing. */
export const asking =
  (heard = answers) =>
  (): void => {
    setTimeout(() => heard === answers && stand(shownSince ?? Infinity), DOUBT)
  }

/** Something was shown as it was known then; the oldest of what is on screen counts. */
export const showedKept = (keptAt: number): void => stand(Math.min(shownSince ?? keptAt, keptAt))

function stand(next: number | null): void {
  if (next === shownSince) return
  shownSince = next
  for (const listener of listeners) listener()
}
