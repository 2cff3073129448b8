/** Passes moving objects to layers without React: a readable feed with change notifications. */
export interface Mover {
  id: number
  longitude: number
  latitude: number
  colour: string
  /** 1 is recent; older positions fade. */
  opacity: number
  radius: number
  /** Floors above the drawn ground: 0 unless floors are stacked. */
  level: number
  glyph?: number
  /** The room of its last position. */
  roomId?: number | null
}

/** Movers as columns: one index in every array is one mover. Colours are 0xRRGGBB. */
export interface Movers {
  count: number
  ids: Int32Array
  longitudes: Float64Array
  latitudes: Float64Array
  colours: Uint32Array
  opacities: Float32Array
  radii: Float32Array
  levels: Float32Array
  glyphs: Uint8Array
  /** 0 means outside all rooms. */
  rooms: Int32Array
}

export interface MoverFeed {
  read(): Movers
  /** Called at most once a frame. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
}

export const emptyMovers = (room: number): Movers => ({
  count: 0,
  ids: new Int32Array(room),
  longitudes: new Float64Array(room),
  latitudes: new Float64Array(room),
  colours: new Uint32Array(room),
  opacities: new Float32Array(room),
  radii: new Float32Array(room),
  levels: new Float32Array(room),
  glyphs: new Uint8Array(room),
  rooms: new Int32Array(room),
})

export function toMovers(list: readonly Mover[]): Movers {
  const movers = emptyMovers(list.length)
  for (const [
    place,
    { id, longitude, latitude, colour, opacity, radius, level, glyph = 0, roomId = null },
  ] of list.entries()) {
    movers.ids[place] = id
    movers.longitudes[place] = longitude
    movers.latitudes[place] = latitude
    movers.colours[place] = packColour(colour)
    movers.opacities[place] = opacity
    movers.radii[place] = radius
    movers.levels[place] = level
    movers.glyphs[place] = glyph
    movers.rooms[place] = roomId ?? 0
  }
  movers.count = list.length
  return movers
}

export const packColour = (colour: string): number => Number.parseInt(colour.slice(1), 16)

export const frozenFeed = (movers: Movers): MoverFeed => ({
  read: () => movers,
  subscribe: () => () => undefined,
})

export function oncePerFrame(work: () => void): { ask(): void; stop(): void } {
  let asked: number | undefined
  return {
    ask() {
      asked ??= requestAnimationFrame(() => {
        asked = undefined
        work()
      })
    },
    stop() {
      if (asked !== undefined) cancelAnimationFrame(asked)
      asked = undefined
    },
  }
}

/** The id of the mover nearest to a screen point, within reach. */
export function nearestOnScreen(
  movers: Movers,
  point: { x: number; y: number },
  project: (at: { longitude: number; latitude: number }) => { x: number; y: number },
  reach = 22,
): number | null {
  let best: number | null = null
  let least = reach
  for (let place = 0; place < movers.count; place += 1) {
    const at = project({
      longitude: movers.longitudes[place] ?? 0,
      latitude: movers.latitudes[place] ?? 0,
    })
    const distance = Math.hypot(at.x - point.x, at.y - point.y)
    if (distance >= least) continue
    least = distance
    best = movers.ids[place] ?? null
  }
  return best
}

/** Milliseconds. After a later frame the machine rests as long before the next. */
const LATE = 40
const LONGEST_REST = 250

/**
 * Paces the frames of a motion: the next at once, or after a rest if this one was late, so that
 * input comes before marks.
 */
export function pacedRepaint(repaint: () => void): { ask(): void; goOn(): void; stop(): void } {
  let askedAt = 0
  let resting: ReturnType<typeof setTimeout> | undefined
  const ask = (): void => {
    askedAt = performance.now()
    repaint()
  }
  return {
    ask,
    goOn() {
      const waited = performance.now() - askedAt
      if (waited < LATE) return ask()
      clearTimeout(resting)
      resting = setTimeout(ask, Math.min(LONGEST_REST, waited))
    },
    stop() {
      clearTimeout(resting)
    },
  }
}
