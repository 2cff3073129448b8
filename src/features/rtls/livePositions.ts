/** Where everything is now: outside the store and outside React, because it changes every second. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Colour } from '#contract/colours'
import { rtls, type LiveMarker } from '#contract/rtls'
import { ask } from '../../api/ask.ts'
import { hearChanges } from '../../api/live.ts'
import { oncePerFrame, type Mover, type MoverFeed } from '../../map/movers.ts'

/** Between two questions to the server, however often it says that something moved. */
const LEAST = 1_000
/** Asked again though nothing was said: the door may be absent. */
const MOST = 15_000
/** What is written while we ask is asked for again. */
const OVERLAP = 5_000

export class LivePositions {
  private known = new Map<number, LiveMarker>()
  private since: string | null = null
  private listeners = new Set<() => void>()
  private isAsking = false
  private askedAt = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private told = oncePerFrame(() => { for (const listener of this.listeners) listener() })
  private stopped = new AbortController()
  failed = false

  constructor(private readonly buildingId: number) {}

  /** Starts asking and listening; answers how to stop. */
  start(): () => void {
    this.stopped = new AbortController()
    void this.refresh()
    const stopHearing = hearChanges((tags) => {
      const isAll = tags === 'stale' || tags.some((tag) => (typeof tag === 'string' ? tag : tag.type) === 'Equipment')
      if (isAll) this.since = null // a status may have another colour now
      if (isAll || tags.some((tag) => (typeof tag === 'string' ? tag : tag.type) === 'Position')) this.soon()
    })
    const slow = setInterval(() => this.soon(), MOST)
    return () => {
      stopHearing()
      clearInterval(slow)
      clearTimeout(this.timer)
      this.stopped.abort()
      this.told.stop()
    }
  }

  /** At most once a second; a call while one is under way is one call after it. */
  soon(): void {
    if (this.timer !== undefined) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      if (this.isAsking) this.soon()
      else void this.refresh()
    }, Math.max(0, LEAST - (Date.now() - this.askedAt)))
  }

  private async refresh(): Promise<void> {
    this.isAsking = true
    this.askedAt = Date.now()
    try {
      const body = this.since === null ? { buildingId: this.buildingId } : { since: this.since }
      const { at, rows } = await ask(rtls.getLastSeenAllEquipment, { body }, this.stopped.signal)
      if (this.since === null) this.known = new Map()
      for (const row of rows) this.known.set(row.equipmentId, row)
      this.since = new Date(Date.parse(at) - OVERLAP).toISOString()
      this.failed = false
      this.told.ask()
    } catch {
      if (!this.stopped.signal.aborted) {
        this.failed = true
        this.told.ask()
      }
    } finally {
      this.isAsking = false
    }
  }

  reload(): void {
    this.since = null
    this.soon()
  }

  forget(id: number): void {
    this.known.delete(id)
    this.told.ask()
  }

  of(id: number): LiveMarker | null {
    return this.known.get(id) ?? null
  }

  all(): Iterable<LiveMarker> {
    return this.known.values()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
}

export function useLivePositions(buildingId: number | null): LivePositions | null {
  const positions = useMemo(() => (buildingId === null ? null : new LivePositions(buildingId)), [buildingId])
  useEffect(() => positions?.start(), [positions])
  return positions
}

/** One thing's position as it changes. */
export function useLivePosition(positions: LivePositions | null, id: number | null): LiveMarker | null {
  return useSyncExternalStore(positions?.subscribe ?? never, () => (id === null ? null : positions?.of(id) ?? null))
}
const never = (): (() => void) => () => undefined

/** How a marker fades: what was heard within the minute is sure, what was heard yesterday is a memory. */
export function freshness({ at, method }: Pick<LiveMarker, 'at' | 'method'>, now: number): number {
  if (method === 'placed') return 1
  const minutes = (now - Date.parse(at)) / 60_000
  if (minutes < 1.5) return 1
  if (minutes < 10) return 0.78
  return minutes < 120 ? 0.52 : 0.3
}

export interface Shown { floorIds: ReadonlyMap<number, number>; equipment: boolean; staticEquipment: boolean; selectedId: number | null; colourOf(colour: Colour | null, isStatic: boolean): string }

/** The positions as the map's layers read them. `floorIds` are those drawn, each with how high above the lowest it lies. */
export function useLiveFeed(positions: LivePositions | null, { floorIds, equipment, staticEquipment, selectedId, colourOf }: Shown): MoverFeed {
  const [age, setAge] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setAge((count) => count + 1), 20_000) // what is not heard grows old by itself
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => ({
    read() {
      const now = Date.now()
      const movers: Mover[] = []
      for (const marker of positions?.all() ?? []) {
        const level = floorIds.get(marker.floorId)
        if (level === undefined || (marker.isStatic ? !staticEquipment : !equipment)) continue
        const isSelected = marker.equipmentId === selectedId
        movers.push({
          id: marker.equipmentId, longitude: marker.longitude, latitude: marker.latitude, name: marker.name, level, colour: colourOf(marker.colour, marker.isStatic),
          opacity: isSelected ? 1 : freshness(marker, now), radius: isSelected ? 9 : marker.isStatic ? 4.5 : 6,
        })
      }
      return movers
    },
    subscribe: (listener: () => void) => positions?.subscribe(listener) ?? (() => undefined),
    age, // a fresh object now and then: the layers read again
  }), [positions, floorIds, equipment, staticEquipment, selectedId, colourOf, age])
}
