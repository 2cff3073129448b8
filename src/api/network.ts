/** Whether the server is reached, as the page's own calls found it. */

/** Null while it is; else since when what is shown was known, in milliseconds. */
let shownSince: number | null = null
const listeners = new Set<() => void>()

export const knownSince = (): number | null => shownSince
export function onNetwork(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const reachedServer = (): void => stand(null)
/** Something was shown as it was known then; the oldest of what is on screen counts. */
export const showedKept = (keptAt: number): void =>
  stand(shownSince === null ? keptAt : Math.min(shownSince, keptAt))

function stand(next: number | null): void {
  if (next === shownSince) return
  shownSince = next
  for (const listener of listeners) listener()
}
