/** Positions as columns, so that an answer with thousands of rows allocates no objects. */
import { degreesOf, appearanceOf, type Columns, type Seen } from '#contract/positioning/columns.ts'

export type Position = Omit<Seen, 'at'> & { at: string }

export class PositionTable {
  count = 0
  ids = new Int32Array(64)
  floors = new Int32Array(64)
  rooms = new Int32Array(64)
  longitudes = new Float64Array(64)
  latitudes = new Float64Array(64)
  accuracies = new Float32Array(64)
  times = new Float64Array(64)
  appearance = new Uint16Array(64)
  glyphs = new Uint8Array(64)
  private slots = new Map<number, number>()
  private received = new Map<number, Position>()

  /** A whole answer replaces everything; a partial one updates its rows. */
  take(columns: Columns, isWhole: boolean): void {
    if (isWhole) {
      this.count = 0
      this.slots.clear()
    }
    const time = Date.parse(columns.at)
    this.makeRoom(this.count + columns.equipmentIds.length)
    for (let place = 0; place < columns.equipmentIds.length; place += 1) {
      const id = columns.equipmentIds[place] ?? 0
      let slot = this.slots.get(id)
      if (slot === undefined) {
        slot = this.count
        this.count += 1
        this.slots.set(id, slot)
        this.ids[slot] = id
      }
      this.floors[slot] = columns.floorIds[place] ?? 0
      this.rooms[slot] = columns.roomIds[place] ?? 0
      this.longitudes[slot] = degreesOf(columns.x[place] ?? 0, columns.from.longitude)
      this.latitudes[slot] = degreesOf(columns.y[place] ?? 0, columns.from.latitude)
      this.accuracies[slot] = (columns.accuracy[place] ?? 0) / 10
      this.times[slot] = time - (columns.age[place] ?? 0) * 1000
      this.appearance[slot] = columns.appearance[place] ?? 0
      this.glyphs[slot] = columns.glyphs[place] ?? 0
    }
  }

  forget(id: number): void {
    const slot = this.slots.get(id)
    if (slot === undefined) return
    const last = this.count - 1
    for (const column of [
      this.ids,
      this.floors,
      this.rooms,
      this.longitudes,
      this.latitudes,
      this.accuracies,
      this.times,
      this.appearance,
      this.glyphs,
    ])
      column[slot] = column[last] ?? 0
    this.slots.set(this.ids[slot] ?? 0, slot)
    this.slots.delete(id)
    this.count = last
  }

  /** Returns the same object while nothing about it changes. */
  of(id: number): Position | null {
    const slot = this.slots.get(id)
    if (slot === undefined) return null
    const room = this.rooms[slot] ?? 0
    const now: Position = {
      equipmentId: id,
      floorId: this.floors[slot] ?? 0,
      roomId: room === 0 ? null : room,
      longitude: this.longitudes[slot] ?? 0,
      latitude: this.latitudes[slot] ?? 0,
      accuracy: this.accuracies[slot] ?? 0,
      at: new Date(this.times[slot] ?? 0).toISOString(),
      ...appearanceOf(this.appearance[slot] ?? 0),
      glyph: this.glyphs[slot] ?? 0,
    }
    const before = this.received.get(id)
    if (before !== undefined && isSame(before, now)) return before
    this.received.set(id, now)
    return now
  }

  private makeRoom(wanted: number): void {
    if (wanted <= this.ids.length) return
    const size = Math.max(wanted, this.ids.length * 2)
    const grown = <C extends { set(from: C): void }>(column: C, fresh: C): C => {
      fresh.set(column)
      return fresh
    }
    this.ids = grown(this.ids, new Int32Array(size))
    this.floors = grown(this.floors, new Int32Array(size))
    this.rooms = grown(this.rooms, new Int32Array(size))
    this.longitudes = grown(this.longitudes, new Float64Array(size))
    this.latitudes = grown(this.latitudes, new Float64Array(size))
    this.accuracies = grown(this.accuracies, new Float32Array(size))
    this.times = grown(this.times, new Float64Array(size))
    this.appearance = grown(this.appearance, new Uint16Array(size))
    this.glyphs = grown(this.glyphs, new Uint8Array(size))
  }
}

function isSame(a: Position, b: Position): boolean {
  return (
    a.at === b.at &&
    a.longitude === b.longitude &&
    a.latitude === b.latitude &&
    a.floorId === b.floorId &&
    a.roomId === b.roomId &&
    a.accuracy === b.accuracy &&
    a.colour === b.colour &&
    a.method === b.method
  )
}
