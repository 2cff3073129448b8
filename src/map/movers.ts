/**
 * What moves on the map, told to its layers without React: a feed that is read, and a call when it
 * has changed.
 */
export interface Mover {
  id: number
  longitude: number
  latitude: number
  /** #rrggbb */
  colour: string
  /** 1 is fresh; what was not heard for long fades. */
  opacity: number
  /** In pixels on the flat map. */
  radius: number
  /** How many floors above the ground of what is drawn: 0 unless floors are stacked. */
  level: number
  /** Which picture of the sheet it is drawn with. */
  glyph?: number
  /** The room that it was seen in. */
  roomId?: number | null
}

/** Many movers as columns: one place in every list is one mover. Colours are 0xRRGGBB. */
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
  /** 0: in none. */
  rooms: Int32Array
}

export interface MoverFeed {
  read(): Movers
  /** Called at most once a frame. Answers how to stop. */
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

export function moversOf(list: readonly Mover[]): Movers {
  const movers = emptyMovers(list.length)
  for (const [
    place,
    { id, longitude, latitude, colour, opacity, radius, level, glyph = 0, roomId = null },
  ] of list.entries()) {
    movers.ids[place] = id
    movers.longitudes[place] = longitude
    movers.latitudes[place] = latitude
    movers.colours[place] = packed(colour)
    movers.opacities[place] = opacity
    movers.radii[place] = radius
    movers.levels[place] = level
    movers.glyphs[place] = glyph
    movers.rooms[place] = roomId ?? 0
  }
  movers.count = list.length
  return movers
}

export const packed = (colour: string): number => Number.parseInt(colour.slice(1), 16)

/** A feed that never changes. */
export const stillFeed = (movers: Movers): MoverFeed => ({
  read: () => movers,
  subscribe: () => () => undefined,
})

/** Grouping changes into one call a frame. */
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

/** The id of the one nearest to a point on screen, within reach. */
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

/** A frame that had to wait this long was late: the machine gets as long a rest before the next. */
const LATE = 40
const LONGEST_REST = 250

/**
 * Frames of a glide: the next one at once, or after a rest when this one was late, so that hands come
 * before marks.
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
