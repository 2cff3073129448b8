/** Live positions, outside the store and React, because they change every second. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Colour } from '#contract/colours.ts'
import { columnsOf, LOOKS, appearanceOf, type Columns } from '#contract/positioning/columns.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { glyphIndex } from '#contract/rules/equipmentGlyph.ts'
import { callEndpoint } from '#api/callEndpoint.ts'
import { subscribeToChanges } from '#api/live.ts'
import { isApiFailure, toFailure, type ApiFailure } from '#api/http.ts'
import { measureDuration } from '#lib/measureDuration.ts'
import { emptyMovers, oncePerFrame, packColour, type MoverFeed } from '#map/movers.ts'
import { PositionTable, type Position } from './positionTable.ts'

/** The least pause between two requests, however many events arrive. */
const MIN_PAUSE_MILLISECONDS = 1_000
/** Polls after this time without events: the event stream may be absent. */
const MAX_WAIT_MS = 15_000
/** Milliseconds of overlap between requests, to catch rows written during one. */
const OVERLAP = 5_000

export class LivePositions {
  readonly table = new PositionTable()
  private isOld = false // True if the server has only the specification's own call.
  private since: string | null = null
  private listeners = new Set<() => void>()
  private isAsking = false
  private askedAt = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private notify = oncePerFrame(() => {
    for (const listener of this.listeners) listener()
  })
  private stopped = new AbortController()
  private reloads: ((failure: ApiFailure | null) => void)[] = []
  failed = false

  constructor(private readonly buildingId: number) {}

  /** Starts polling and listening. Returns a stop function. */
  start(): () => void {
    this.stopped = new AbortController()
    void this.refresh()
    const stopHearing = subscribeToChanges((tags) => {
      const isAll =
        tags === 'stale' ||
        tags.some((tag) => (typeof tag === 'string' ? tag : tag.type) === 'Equipment')
      if (isAll) this.since = null // a status may have another colour now
      if (isAll || tags.some((tag) => (typeof tag === 'string' ? tag : tag.type) === 'Position'))
        this.soon()
    })
    const slow = setInterval(() => this.soon(), MAX_WAIT_MS)
    return () => {
      stopHearing()
      clearInterval(slow)
      clearTimeout(this.timer)
      this.stopped.abort()
      this.notify.stop()
    }
  }

  /** At most once a second. Calls during a request cause one more request. */
  soon(): void {
    if (this.timer !== undefined) return
    this.timer = setTimeout(
      () => {
        this.timer = undefined
        if (this.isAsking) this.soon()
        else void this.refresh()
      },
      Math.max(0, MIN_PAUSE_MILLISECONDS - (Date.now() - this.askedAt)),
    )
  }

  private async refresh(): Promise<void> {
    this.isAsking = true
    this.askedAt = Date.now()
    const told = this.reloads.splice(0)
    let failure: ApiFailure | null = null
    try {
      const { since } = this
      const columns = await this.ask(since === null ? { buildingId: this.buildingId } : { since })
      measureDuration('map.take', () => this.table.take(columns, since === null))
      if (this.since === since)
        this.since = new Date(Date.parse(columns.at) - OVERLAP).toISOString()
      this.failed = false
      this.notify.ask()
    } catch (error) {
      if (!this.stopped.signal.aborted) {
        failure = toFailure(error)
        this.failed = true
        this.notify.ask()
      }
    } finally {
      this.isAsking = false
      for (const tell of told) tell(failure)
    }
  }

  private async ask(body: { buildingId?: number; since?: string }): Promise<Columns> {
    const input = { body }
    if (!this.isOld) {
      try {
        return await callEndpoint(rtls.getLivePositions, input, this.stopped.signal)
      } catch (failure) {
        this.isOld = isApiFailure(failure) && failure.status === 404
        if (!this.isOld) throw failure
      }
    }
    const { at, count, rows } = await callEndpoint(
      rtls.getLastSeenAllEquipment,
      input,
      this.stopped.signal,
    )
    // The specification's call has names but no types.
    return columnsOf(
      at,
      count,
      rows.map((row) => ({ ...row, glyph: glyphIndex(row.name) })),
    )
  }

  /** Resolves with the failure, or null. */
  reload(): Promise<ApiFailure | null> {
    this.since = null
    this.soon()
    return new Promise((tell) => this.reloads.push(tell))
  }

  forget(id: number): void {
    this.table.forget(id)
    this.notify.ask()
  }

  of(id: number): Position | null {
    return this.table.of(id)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
}

export function useLivePositions(buildingId: number | null): LivePositions | null {
  const positions = useMemo(
    () => (buildingId === null ? null : new LivePositions(buildingId)),
    [buildingId],
  )
  useEffect(() => positions?.start(), [positions])
  return positions
}

export function useLivePosition(
  positions: LivePositions | null,
  id: number | null,
): Position | null {
  return useSyncExternalStore(positions?.subscribe ?? never, () =>
    id === null ? null : (positions?.of(id) ?? null),
  )
}
const never = (): (() => void) => () => undefined

/** A mark's opacity by age: full within a minute, faint after a day. */
function freshness(time: number, isPlaced: boolean, now: number): number {
  if (isPlaced) return 1
  const minutes = (now - time) / 60_000
  if (minutes < 1.5) return 1
  if (minutes < 10) return 0.78
  return minutes < 120 ? 0.52 : 0.3
}

export interface Shown {
  floorIds: ReadonlyMap<number, number>
  equipment: boolean
  staticEquipment: boolean
  selectedId: number | null
  dimmedId: number | null
  colourOf(colour: Colour | null, isStatic: boolean): string
}

/**
 * Positions for the map's layers. `floorIds`: the drawn floors with their level above the lowest.
 */
export function useLiveFeed(
  positions: LivePositions | null,
  { floorIds, equipment, staticEquipment, selectedId, dimmedId, colourOf }: Shown,
): MoverFeed {
  const [age, setAge] = useState(0)
  useEffect(() => {
    // Ages marks without new readings.
    const timer = setInterval(() => setAge((count) => count + 1), 20_000)
    return () => clearInterval(timer)
  }, [])
  return useMemo(
    () => ({
      read: () =>
        measureDuration('map.read', () => {
          const now = Date.now()
          const table = positions?.table
          const movers = emptyMovers(table?.count ?? 0)
          if (table === undefined) return movers
          const palette = Array.from({ length: LOOKS }, (_, appearance) => ({
            ...appearanceOf(appearance),
            colour: packColour(
              colourOf(appearanceOf(appearance).colour, appearanceOf(appearance).isStatic),
            ),
          }))
          let count = 0
          for (let slot = 0; slot < table.count; slot += 1) {
            const level = floorIds.get(table.floors[slot] ?? 0)
            const look = palette[table.appearance[slot] ?? 0]
            if (
              level === undefined ||
              look === undefined ||
              (look.isStatic ? !staticEquipment : !equipment)
            )
              continue
            const isSelected = table.ids[slot] === selectedId
            movers.ids[count] = table.ids[slot] ?? 0
            movers.longitudes[count] = table.longitudes[slot] ?? 0
            movers.latitudes[count] = table.latitudes[slot] ?? 0
            movers.colours[count] = look.colour
            const isDimmed = table.ids[slot] === dimmedId
            movers.opacities[count] = isDimmed
              ? 0.35
              : isSelected
                ? 1
                : freshness(table.times[slot] ?? 0, look.method === 'placed', now)
            movers.radii[count] = isSelected ? 9 : look.isStatic ? 4.5 : 6
            movers.levels[count] = level
            movers.glyphs[count] = table.glyphs[slot] ?? 0
            movers.rooms[count] = table.rooms[slot] ?? 0
            count += 1
          }
          movers.count = count
          return movers
        }),
      subscribe: (listener: () => void) => positions?.subscribe(listener) ?? (() => undefined),
      age, // A new object makes the layers render again.
    }),
    [positions, floorIds, equipment, staticEquipment, selectedId, dimmedId, colourOf, age],
  )
}

/** The number of shown equipment on each floor, recounted every few seconds. */
export function useFloorCounts(
  positions: LivePositions | null,
  { equipment, staticEquipment }: Pick<Shown, 'equipment' | 'staticEquipment'>,
): ReadonlyMap<number, number> {
  const count = useCallback((): ReadonlyMap<number, number> => {
    const counts = new Map<number, number>()
    const table = positions?.table
    for (let slot = 0; slot < (table?.count ?? 0); slot += 1) {
      const { isStatic } = appearanceOf(table?.appearance[slot] ?? 0)
      if (isStatic ? !staticEquipment : !equipment) continue
      const floor = table?.floors[slot] ?? 0
      counts.set(floor, (counts.get(floor) ?? 0) + 1)
    }
    return counts
  }, [positions, equipment, staticEquipment])
  const [counts, setCounts] = useState(count)
  useEffect(() => {
    let asked: ReturnType<typeof setTimeout> | undefined
    const countSoon = (): void => {
      asked ??= setTimeout(() => {
        asked = undefined
        setCounts((before) => {
          const now = count()
          return isSameCount(before, now) ? before : now
        })
      }, COUNT_EVERY)
    }
    setCounts(count)
    const stop = positions?.subscribe(countSoon)
    return () => {
      stop?.()
      clearTimeout(asked)
    }
  }, [positions, count])
  return counts
}
const COUNT_EVERY = 2_000
const isSameCount = (a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): boolean =>
  a.size === b.size && [...a].every(([floor, count]) => b.get(floor) === count)
