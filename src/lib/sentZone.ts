/**
 * The company's UTC offsets as last sent by the server. Stored, so that the next start shows the
 * server's wall time before the session loads.
 */
import { useSyncExternalStore } from 'react'
import { receiveZone } from '#contract/timeZones/pageOffsets.ts'

interface Offsets {
  release: string
  changes: number[]
  offsets: number[]
}
interface SentZone {
  timezone: string
  zone: Offsets
}

const KEY = 'plantroom.zone'
const listeners = new Set<() => void>()
let changeCount = 0
let newest = ''

export function restoreZone(): void {
  try {
    const text = localStorage.getItem(KEY) ?? ''
    const { timezone, zone } = JSON.parse(text) as SentZone // written by `saveZone`
    receiveZone(timezone, zone)
    newest = text
  } catch {
    // Without stored offsets, the browser's zone data applies until the session is loaded.
  }
}

/** A session that was stored before an upgrade has no `zone`. */
export function saveZone({ timezone, zone }: { timezone: string; zone?: Offsets }): void {
  if (zone === undefined) return
  const text = JSON.stringify({ timezone, zone })
  if (text === newest) return
  newest = text
  if (receiveZone(timezone, zone)) {
    changeCount += 1
    for (const listener of listeners) listener()
  }
  try {
    localStorage.setItem(KEY, text)
  } catch {
    // the next start loads the offsets again
  }
}

/** Changes when offsets used on screen change. */
export const useZoneChanges = (): number => useSyncExternalStore(subscribe, () => changeCount)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
