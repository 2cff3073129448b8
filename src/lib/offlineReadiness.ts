/** Whether a round can continue offline: its files and data are on the device. */

/** `unavailable`: the browser has no service worker, or the page has not registered it yet. */
export type OfflineReadiness = 'unavailable' | 'preparing' | 'ready'
type Part = 'files' | 'answers'

let isPreparing = false
const kept = new Set<Part>()
const listeners = new Set<() => void>()

export function offlineReadiness(): OfflineReadiness {
  if (!isPreparing) return 'unavailable'
  return kept.size === 2 ? 'ready' : 'preparing'
}
export function onOfflineReadiness(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const startPreparing = (): void =>
  change(() => {
    isPreparing = true
  })

/** A part becomes incomplete when more of it is needed: another language, or a new check. */
export const setPartStored = (part: Part, isKept: boolean): void =>
  change(() => {
    if (isKept) kept.add(part)
    else kept.delete(part)
  })

function change(by: () => void): void {
  const before = offlineReadiness()
  by()
  if (offlineReadiness() !== before) for (const listener of listeners) listener()
}
