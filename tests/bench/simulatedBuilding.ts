/**
 * A seeded building of two floors with rooms along a corridor: fixed shadows, random fading,
 * gateways that differ, walls and a ceiling. The engine does not see its truths.
 */
import type { FloorShape } from '#contract/positioning/ground.ts'
import type { SurveyReading, SurveyRecord } from '#contract/positioning/siteSurvey.ts'
import { SHIPPED, type Recording, type Truth } from './recording.ts'
import type { Anchor } from '#contract/positioning/anchor.ts'

interface Settings {
  seed: number
  seconds: number
  walkers: number
  standing: number
}

const [LENGTH, DEPTH, ROOM, CORRIDOR] = [40, 16, 5, 2.4]

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function simulatedBuilding({ seed, seconds, walkers, standing }: Settings): Recording {
  const random = randomOf(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const floors = [1, 2].map((floorId) => floorOf(floorId))
  const anchors: Anchor[] = floors.flatMap(({ floorId }) =>
    Array.from({ length: 9 }, (_value, index) => ({
      gatewayId: floorId * 100 + index,
      x: 3 + index * 4.25 + random() * 2,
      y: 3 + (index % 3) * (DEPTH / 2 - 3) + random() * 2 - 1,
      floorId,
      correction: 0,
    })),
  )
  const exponent = 1.9 + random()
  const power = SHIPPED.measuredPower + normal() * 5
  const built = new Map(
    anchors.map(({ gatewayId }) => [gatewayId, { offset: normal() * 3, field: fieldOf(normal) }]),
  )
  const tags = Array.from({ length: walkers + standing }, (_value, index) => ({
    tag: index + 1,
    power: power + normal() * 2,
    floorId: 1 + (index % 2),
    ...placeIn(random),
    way: [] as { x: number; y: number }[],
    rests: random() * 20,
    isStanding: index >= walkers,
  }))
  const readings: Recording['readings'] = []
  const truths: Truth[] = []
  for (let second = 0; second < seconds; second += 1) {
    for (const tag of tags) {
      const before = { x: tag.x, y: tag.y }
      if (!tag.isStanding) walk(tag, random)
      const at = second * 1000
      truths.push({
        at,
        tag: tag.tag,
        x: tag.x,
        y: tag.y,
        floorId: tag.floorId,
        isStanding: before.x === tag.x && before.y === tag.y,
      })
      for (const anchor of anchors) {
        const made = built.get(anchor.gatewayId)
        if (!made) continue
        const rssi = heardBy(anchor, made, tag, exponent, { random, normal })
        if (rssi > -96 && random() < 0.85)
          readings.push({
            at: at - Math.floor(random() * 900),
            tag: tag.tag,
            gatewayId: anchor.gatewayId,
            rssi: Math.round(Math.min(-20, rssi)),
          })
      }
    }
  }
  readings.sort((a, b) => a.at - b.at)
  const survey = surveyOf(seed, floors, anchors, (anchor, tag, chance) => {
    const made = built.get(anchor.gatewayId)
    return made
      ? heardBy(anchor, made, { ...tag, power: power + tag.power }, exponent, chance)
      : -99
  })
  return {
    name: `simulated building ${seed}`,

    floors,
    anchors,
    measuredPower: SHIPPED.measuredPower,
    readings,
    truths,
    survey,
  }
}

interface Chance {
  random: () => number
  normal: () => number
}
interface Heard {
  x: number
  y: number
  floorId: number
  power: number
}
function heardBy(
  anchor: Anchor,
  { offset, field }: { offset: number; field: (x: number, y: number) => number },
  tag: Heard,
  exponent: number,
  { random, normal }: Chance,
): number {
  const distance = Math.hypot(anchor.x - tag.x, anchor.y - tag.y, 1.3)
  return (
    tag.power +
    offset -
    10 * exponent * Math.log10(distance) -
    1.5 * wallsBetween(anchor, tag) -
    (anchor.floorId === tag.floorId ? 0 : 16) +
    field(tag.x + tag.floorId * 97, tag.y) * 4 +
    normal() * 3.5 -
    (random() < 0.04 ? 12 : 0)
  )
}

/** Half a minute in each room and every five metres of the corridor. */
function surveyOf(
  seed: number,
  floors: readonly FloorShape[],
  anchors: readonly Anchor[],
  heardAs: (anchor: Anchor, tag: Heard, chance: Chance) => number,
): SurveyRecord[] {
  const random = randomOf(seed + 1_000_003)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const power = normal() * 2
  return floors.flatMap(({ floorId }) =>
    Array.from({ length: LENGTH / ROOM }, (_value, index) =>
      [low / 2, DEPTH / 2, (high + DEPTH) / 2].map((middle, row): SurveyRecord => {
        const at = { x: (index + 0.3 + 0.4 * random()) * ROOM, y: middle + random() - 0.5 }
        const readings = Array.from({ length: 30 }, (_second, second) =>
          anchors.flatMap((anchor): SurveyReading[] => {
            const rssi = heardAs(anchor, { ...at, floorId, power }, { random, normal })
            return rssi > -96 && random() < 0.85
              ? [[second, anchor.gatewayId, Math.round(Math.min(-20, rssi)), 1]]
              : []
          }),
        ).flat()
        return {
          pointId: floorId * 1_000 + index * 3 + row,
          floorId,
          ...at,
          measuredPower: SHIPPED.measuredPower,
          readings,
          gateways: anchors.filter((anchor) => anchor.floorId === floorId),
        }
      }),
    ).flat(),
  )
}

const box = (west: number, south: number, east: number, north: number) => [
  [
    { x: west, y: south },
    { x: east, y: south },
    { x: east, y: north },
    { x: west, y: north },
  ],
]
const [low, high] = [(DEPTH - CORRIDOR) / 2, (DEPTH + CORRIDOR) / 2]

function floorOf(floorId: number): FloorShape {
  const rooms = Array.from({ length: LENGTH / ROOM }, (_value, index) => [
    box(index * ROOM, 0, (index + 1) * ROOM, low),
    box(index * ROOM, high, (index + 1) * ROOM, DEPTH),
  ]).flat()
  return {
    floorId,
    buildingId: 1,
    ordinal: floorId - 1,
    outline: box(0, 0, LENGTH, DEPTH),
    rooms: [...rooms, box(0, low, LENGTH, high)].map((outline, index) => ({
      id: floorId * 100 + index,
      isClosed: false,
      outline,
    })),
  }
}

const placeIn = (random: () => number) => ({
  x: (Math.floor(random() * 8) + 0.2 + 0.6 * random()) * ROOM,
  y: random() < 0.5 ? 1 + random() * (low - 2) : high + 1 + random() * (low - 2),
})

/** Walks from room to room through their middles, at a metre a second, with rests. */
function walk(
  tag: { x: number; y: number; way: { x: number; y: number }[]; rests: number },
  random: () => number,
): void {
  if (tag.rests > 0) {
    tag.rests -= 1
    return
  }
  if (tag.way.length === 0) {
    const goal = placeIn(random)
    const door = (x: number) => (Math.floor(x / ROOM) + 0.5) * ROOM
    tag.way = [
      { x: door(tag.x), y: tag.y },
      { x: door(tag.x), y: DEPTH / 2 },
      { x: door(goal.x), y: DEPTH / 2 },
      { x: door(goal.x), y: goal.y },
      goal,
    ]
  }
  let left = 1
  while (left > 0) {
    const [next] = tag.way
    if (!next) {
      tag.rests = random() * 40
      return
    }
    const length = Math.hypot(next.x - tag.x, next.y - tag.y)
    if (length > left) {
      tag.x += ((next.x - tag.x) * left) / length
      tag.y += ((next.y - tag.y) * left) / length
      return
    }
    left -= length
    tag.x = next.x
    tag.y = next.y
    tag.way.shift()
  }
}

function wallsBetween(one: { x: number; y: number }, other: { x: number; y: number }): number {
  const across = Math.abs(Math.floor(one.x / ROOM) - Math.floor(other.x / ROOM))
  const isIn = ({ y }: { y: number }) => y > low && y < high
  return (
    (isIn(one) && isIn(other) ? 0 : across) +
    [low, high].filter((wall) => one.y < wall !== other.y < wall).length
  )
}

/** Shadows: waves in all directions, some metres long, with variance one. */
function fieldOf(normal: () => number): (x: number, y: number) => number {
  const waves = Array.from({ length: 24 }, () => ({
    x: normal() / 2.5,
    y: normal() / 2.5,
    phase: normal() * 10,
  }))
  return (x, y) =>
    waves.reduce((sum, wave) => sum + Math.cos(x * wave.x + y * wave.y + wave.phase), 0) *
    Math.sqrt(2 / waves.length)
}
