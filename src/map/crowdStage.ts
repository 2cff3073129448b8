/** The crowd's present state, shared by the flat layer, 3D, the labels and the hit test. */
import { measureDuration } from '#lib/measureDuration.ts'
import type { Metres } from '#contract/venue/plane.ts'
import { spreadMarkers, ARRANGED_AT_MOST, type Cluster, type Rooms } from './spreadMarkers.ts'
import {
  drawnOf,
  FIELDS,
  emptyWays,
  writeVertices,
  setOffRoute,
  waysTo,
  type Origin,
  type View,
} from './crowd.ts'
import { rotateBack, rotatePoint, labelRotation } from './labelRoom.ts'
import { FACE } from './markShader.ts'
import { emptyMovers, type MoverFeed } from './movers.ts'
import { projectPoint, type OnScreen, type Projection } from './projection.ts'

const GLIDE = 900
/** Maximum marks in a ring, from afar and from near. */
const [RING, ALL] = [5, 60]
const NEAR_PER_PIXEL = 0.03
/** Rearranges when metres per pixel change by this factor. */
const ANOTHER_ZOOM = 1.16
/** Radius of a mark in pixels: a dot, from afar, from near. */
const [DOT, SMALL, LARGE] = [5.5, 12, 16]
const CHOSEN_RADIUS = 8

function markRadius(metresPerPixel: number): number {
  if (metresPerPixel > 0.32) return DOT
  if (metresPerPixel > 0.14)
    return SMALL - ((metresPerPixel - 0.14) / (0.32 - 0.14)) * (SMALL - DOT)
  return Math.min(LARGE, SMALL + ((0.14 - metresPerPixel) / 0.14) * (LARGE - SMALL))
}

export interface Crowd {
  readonly origin: Origin
  clusters: readonly Cluster[]
  version: number
  /** Unchanged while labels can stay. A crowd of dots does not displace labels. */
  nameVersion(): number
  /** The part of the motion done, from 0 to 1. */
  progress(): number
  /** Prepares the visible marks. A new `version` makes earlier packed data stale. */
  ready(look: Looked): void
  /** Packs for the GPU; adds feet if marks stand on stems. `stem` in metres. */
  pack(view: View, stem: number): { bytes: ArrayBuffer; count: number }
  /** Drawn positions with radius in metres, for labels to avoid. */
  spots(): (Metres & { radius: number; level: number })[]
  /** The position in motion. Null if it is not drawn by itself. */
  where(id: number): (Metres & { level: number }) | null
  at(
    point: OnScreen,
    projection: Projection,
    heightOf: (level: number) => number,
  ): { id: number } | { cluster: Cluster } | null
  start(onChange: () => void): () => void
  count: number
  /** The mark's size relative to six pixels; very large crowds get dots. */
  grow(metresPerPixel: number): number
}

interface Looked {
  metresPerPixel: number
  bearing: number
  pitch: number
}

interface Options {
  rooms: Rooms
  people: readonly number[]
  isStill: boolean
  /** True while the camera moves: rearranging waits until it rests. */
  isHeld?(): boolean
}

export function createCrowdStage(
  feed: MoverFeed,
  origin: Origin,
  { rooms, people, isStill, isHeld = () => false }: Options,
): Crowd {
  let movers = emptyMovers(0)
  let ways = emptyWays()
  let isFresh = true
  let began = 0
  let arrangedFor: Looked = { metresPerPixel: 0, bearing: 0, pitch: 0 }
  let look: Looked = { metresPerPixel: 0.1, bearing: 0, pitch: 0 }
  let packing = new ArrayBuffer(0)
  const seen = { bits: new Uint8Array(0) }
  const squares = new Set(people)

  const isChosen = (place: number): boolean => (movers.radii[place] ?? 0) > CHOSEN_RADIUS
  const progress = (): number => (isStill ? 1 : Math.min(1, (performance.now() - began) / GLIDE))
  const sizeOf = (metresPerPixel: number): number =>
    movers.count > ARRANGED_AT_MOST ? DOT : markRadius(metresPerPixel)
  const faceOf = (place: number): number => {
    const glyph = movers.glyphs[place] ?? 0
    return glyph + (squares.has(glyph) ? FACE.square : 0) + (isChosen(place) ? FACE.chosen : 0)
  }
  const chosenId = (): number | null => {
    for (let place = 0; place < movers.count; place += 1)
      if (isChosen(place)) return movers.ids[place] ?? null
    return null
  }
  const arrangeNow = (part: number): void => {
    arrangedFor = look
    const perPixel = look.metresPerPixel
    if (movers.count > ARRANGED_AT_MOST || perPixel > 0.4) {
      crowd.clusters = []
      if (ways.hidden.includes(1))
        setOffRoute(ways, part, {
          x: ways.trueX,
          y: ways.trueY,
          hidden: new Uint8Array(ways.count),
        })
      return
    }
    // Screen coordinates: rotated with the stage and flattened by the pitch.
    const seenAs = lensOf(look)
    const x = new Float32Array(ways.count)
    const y = new Float32Array(ways.count)
    for (let place = 0; place < ways.count; place += 1) {
      const at = seenAs.to({ x: ways.trueX[place] ?? 0, y: ways.trueY[place] ?? 0 })
      x[place] = at.x
      y[place] = at.y
    }
    const arranged = spreadMarkers(movers, x, y, {
      radius: (markRadius(perPixel) + 1.5) * perPixel,
      rooms: new Map([...rooms].map(([id, ring]) => [id, ring.map(seenAs.to)])),
      ring: perPixel < NEAR_PER_PIXEL ? ALL : RING,
      chosenId: chosenId(),
    })
    for (let place = 0; place < ways.count; place += 1) {
      const at = seenAs.back({ x: arranged.x[place] ?? 0, y: arranged.y[place] ?? 0 })
      arranged.x[place] = at.x
      arranged.y[place] = at.y
    }
    setOffRoute(ways, part, arranged)
    crowd.clusters = arranged.clusters.map((cluster) => ({ ...cluster, ...seenAs.back(cluster) }))
  }

  const crowd: Crowd = {
    origin,
    clusters: [],
    version: 0,
    count: 0,
    progress,
    grow: (metresPerPixel) => sizeOf(metresPerPixel) / 6,
    ready(next) {
      const isOther = isOtherLook(next, arrangedFor)
      if (!isFresh && !isOther) return
      if (ways.count > 0 && isHeld()) return
      measureDuration('map.setOut', () => {
        const part = progress()
        look = next
        if (isFresh) {
          const isFirst = ways.count === 0
          movers = feed.read()
          crowd.count = movers.count
          ways = waysTo(movers, ways, part, origin)
          // Marks start from their shown positions, which `waysTo` has; new marks appear at once.
          const [fromX, fromY] = [ways.fromX, ways.fromY]
          ways.fromX = ways.toX.slice()
          ways.fromY = ways.toY.slice()
          arrangeNow(1)
          ways.fromX = isFirst ? ways.toX.slice() : fromX
          ways.fromY = isFirst ? ways.toY.slice() : fromY
        } else arrangeNow(part)
        isFresh = false
        began = performance.now()
        crowd.version += 1
      })
    },
    pack(view, stem) {
      return measureDuration('map.upload', () => {
        const drawn = drawnOf(movers, ways, view, seen)
        const chosen = drawn.findIndex(isChosen)
        if (chosen >= 0) {
          const last = drawn.length - 1
          const place = drawn[chosen] ?? 0
          drawn[chosen] = drawn[last] ?? 0
          drawn[last] = place
        }
        const feet = stem > 0 ? drawn.length : 0
        const count = drawn.length + feet
        if (packing.byteLength < count * FIELDS * 4)
          packing = new ArrayBuffer(count * FIELDS * 4 * 2)
        writeVertices(packing, movers, ways, drawn, faceOf, stem)
        if (feet > 0) addFeet(packing, drawn.length)
        return { bytes: packing, count }
      })
    },
    nameVersion: () => (movers.count > ARRANGED_AT_MOST ? -2 : crowd.version),
    spots() {
      if (movers.count > ARRANGED_AT_MOST) return []
      const { metresPerPixel } = look
      const radius = (markRadius(metresPerPixel) + 2) * metresPerPixel
      const spots: (Metres & { radius: number; level: number })[] = crowd.clusters.map(
        ({ x, y, level }) => ({ x, y, level, radius: radius * 2 }),
      )
      for (let place = 0; place < ways.count; place += 1)
        if (ways.hidden[place] === 0)
          spots.push({
            x: ways.toX[place] ?? 0,
            y: ways.toY[place] ?? 0,
            radius: radius * ((movers.radii[place] ?? 6) / 6),
            level: movers.levels[place] ?? 0,
          })
      return spots
    },
    where(id) {
      const place = ways.ids.indexOf(id)
      if (place < 0 || ways.hidden[place] === 1) return null
      const part = progress()
      const between = (from = 0, to = 0): number => from + (to - from) * part
      return {
        x: between(ways.fromX[place], ways.toX[place]),
        y: between(ways.fromY[place], ways.toY[place]),
        level: movers.levels[place] ?? 0,
      }
    },
    at(point, projection, heightOf) {
      let best: { id: number } | { cluster: Cluster } | null = null
      let least = 24
      const look = (x: number, y: number, level: number, found: NonNullable<typeof best>): void => {
        const on = projectPoint(projection, x, y, heightOf(level))
        if (on === null) return
        const away = Math.hypot(on.x - point.x, on.y - point.y)
        if (away >= least) return
        least = away
        best = found
      }
      for (const cluster of crowd.clusters) look(cluster.x, cluster.y, cluster.level, { cluster })
      for (let place = 0; place < ways.count; place += 1)
        if (ways.hidden[place] === 0)
          look(ways.toX[place] ?? 0, ways.toY[place] ?? 0, movers.levels[place] ?? 0, {
            id: movers.ids[place] ?? 0,
          })
      return best
    },
    start(onChange) {
      isFresh = true
      return feed.subscribe(() => {
        isFresh = true
        onChange()
      })
    },
  }
  return crowd
}

function isOtherLook(now: Looked, before: Looked): boolean {
  const change = now.metresPerPixel / before.metresPerPixel
  return (
    change > ANOTHER_ZOOM ||
    change < 1 / ANOTHER_ZOOM ||
    Math.abs(now.bearing - before.bearing) > 6 ||
    Math.abs(now.pitch - before.pitch) > 0.12
  )
}

function lensOf({ bearing, pitch }: Looked) {
  const turn = labelRotation(bearing)
  const lying = Math.max(0.4, Math.cos(pitch))
  return {
    to(at: Metres): Metres {
      const { x, y } = rotatePoint(at, turn)
      return { x, y: y * lying }
    },
    back: ({ x, y }: Metres): Metres => rotateBack({ x, y: y / lying }, turn),
  }
}

/** Adds the feet of the stems: a soft spot on the floor, drawn before the marks. */
function addFeet(bytes: ArrayBuffer, count: number): void {
  const numbers = new Float32Array(bytes)
  numbers.copyWithin(count * FIELDS, 0, count * FIELDS)
  for (let index = 0; index < count; index += 1) {
    const at = index * FIELDS
    numbers[at + 5] = 3.2
    numbers[at + 6] = FACE.foot
    numbers[at + 7] = 0.05
  }
}
