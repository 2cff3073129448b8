/** Whether the server is reached, as the page's own calls found it. */

/** `keptAt`: since when what is shown was known, in milliseconds; null: nothing kept is shown. */
export interface Away {
  keptAt: number | null
}
/** A call that fails beside others that are answered says nothing of the network. */
const DOUBT = 1_500

let now: Away | null = null
let answers = 0
let doubt: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Null while the server is reached. */
export const awayNow = (): Away | null => now
export function onNetwork(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Something was heard from it, a refusal too. */
export function reachedServer(): void {
  answers += 1
  settle(null)
}

/** So many answers were heard: what a call notes when it asks. */
export const heardSoFar = (): number => answers

/** A call had no answer; one that was given up is none. */
export function missedServer(heardBefore: number): void {
  if (now !== null || doubt !== undefined || answers > heardBefore) return
  doubt = setTimeout(() => settle({ keptAt: null }), DOUBT)
}

/** Something was shown as it was known then; the oldest of what is on screen counts. */
export const showedKept = (keptAt: number): void =>
  settle({ keptAt: Math.min(now?.keptAt ?? keptAt, keptAt) })

function settle(next: Away | null): void {
  clearTimeout(doubt)
  doubt = undefined
  if (next?.keptAt === now?.keptAt && (next === null) === (now === null)) return
  now = next
  for (const listener of listeners) listener()
}
