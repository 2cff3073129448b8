import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { macOf } from '#contract/ingest/fields.ts'
import { readReport } from '#contract/ingest/reports.ts'
import { distanceBetween } from '#contract/venue/plane.ts'
import { groundOf } from './ground.ts'
import { forgetGateway, recordLessons, emptyLearned } from './learning.ts'
import { averageReadings } from './listening.ts'
import { type Reading, Samples } from './samples.ts'
import type { Fix } from './fix.ts'
import { locate, type Track } from './locate.ts'
import { distanceOf, type World } from './looks.ts'
import { toStays } from './stays.ts'
import type { Anchor } from './anchor.ts'

const radio = { measuredPower: -59, exponent: 2.6 }
const anchor = (gatewayId: number, x: number, y: number, floorId = 1, correction = 0): Anchor => ({
  gatewayId,
  x,
  y,
  floorId,
  correction,
})
const corners = new Map(
  [
    anchor(1, 0, 0),
    anchor(2, 20, 0),
    anchor(3, 0, 20),
    anchor(4, 20, 20),
    anchor(9, 10, 10, 2),
  ].map((one) => [one.gatewayId, one]),
)
const rssiAt = (metres: number) =>
  radio.measuredPower - 10 * radio.exponent * Math.log10(Math.max(0.3, metres))
const heardAt = (x: number, y: number, ids = [1, 2, 3, 4]) =>
  ids.map((gatewayId) => ({
    gatewayId,
    rssi: rssiAt(distanceBetween(corners.get(gatewayId) ?? { x: 0, y: 0 }, { x, y })),
    readings: 3,
  }))

const square = [
  [
    { x: 0, y: 0 },
    { x: 20, y: 0 },
    { x: 20, y: 20 },
    { x: 0, y: 20 },
  ],
]
const left = [
  [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 20 },
    { x: 0, y: 20 },
  ],
]
const right = [left[0]?.map(({ x, y }) => ({ x: x + 10, y })) ?? []]
const floorAt = (floorId: number, closed = false) =>
  groundOf({
    floorId,
    buildingId: 1,
    ordinal: floorId - 1,
    outline: square,
    rooms: [
      { id: floorId * 10, isClosed: false, outline: left },
      { id: floorId * 10 + 1, isClosed: closed, outline: right },
    ],
  })
const worldOf = (anchors: ReadonlyMap<number, Anchor> = corners, closed = false): World => ({
  anchors,
  grounds: new Map([
    [1, floorAt(1, closed)],
    [2, floorAt(2)],
  ]),
  exponent: radio.exponent,
  learned: emptyLearned(radio.exponent),
})
const fixOf = (heard: Parameters<typeof locate>[0], world = worldOf()) =>
  locate(heard, radio, world, null, 0)?.fix ?? null
function looked(
  heard: (second: number) => Parameters<typeof locate>[0],
  seconds: number,
  world = worldOf(),
): Fix[] {
  let track: Track | null = null
  return Array.from({ length: seconds }, (_value, second) => {
    const found: ReturnType<typeof locate> = locate(
      heard(second),
      radio,
      world,
      track,
      second * 1000,
    )
    track = found?.track ?? null
    return found?.fix
  }).filter((fix) => fix !== undefined)
}

describe('locate()', () => {
  it('finds a beacon by three distances or more, wherever it is between the gateways', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 2, max: 18, noNaN: true }),
        fc.double({ min: 2, max: 18, noNaN: true }),
        (x, y) => {
          const fix = fixOf(heardAt(x, y))
          expect(fix?.method).toBe('distances')
          expect(distanceBetween(fix ?? { x: 99, y: 99 }, { x, y })).toBeLessThan(
            fix?.accuracy ?? 0,
          )
        },
      ),
      { numRuns: 60, seed: 7 },
    )
  })
  it('reports little from two gateways: nearer to the louder, and a wider circle', () => {
    const two = fixOf(heardAt(4, 3, [1, 2]))
    expect(two).toMatchObject({ method: 'nearest', floorId: 1 })
    expect(two?.x).toBeLessThan(10)
    expect(two?.accuracy).toBeGreaterThan(fixOf(heardAt(4, 3))?.accuracy ?? 99)
  })
  it('leaves out contradictions, weak readings, unplaced gateways and another floor, and says so', () => {
    const lying = [...heardAt(5, 5), { gatewayId: 5, rssi: rssiAt(40), readings: 9 }]
    const five = new Map([...corners, [5, anchor(5, 6, 4)]])
    const fix = fixOf(lying, worldOf(five))
    expect(fix?.rejected).toMatchObject([{ gatewayId: 5, why: 'contradicts' }])
    expect(distanceBetween(fix ?? { x: 99, y: 99 }, { x: 5, y: 5 })).toBeLessThan(7)
    expect(
      fixOf([
        ...heardAt(5, 5),
        { gatewayId: 77, rssi: -60, readings: 1 },
        { gatewayId: 9, rssi: -104, readings: 1 },
      ])?.rejected.map(({ gatewayId, why }) => [gatewayId, why]),
    ).toEqual([
      [77, 'notPlaced'],
      [9, 'tooWeak'],
    ])
    expect(
      fixOf([...heardAt(10, 10), { gatewayId: 9, rssi: -88, readings: 1 }])?.rejected,
    ).toMatchObject([{ gatewayId: 9, why: 'otherFloor' }])
  })
  it('never leaves the plan, stands in no closed room, and gives numbers only', () => {
    const reading = fc.record({
      gatewayId: fc.constantFrom(1, 2, 3, 4),
      rssi: fc.integer({ min: -100, max: -20 }),
      readings: fc.constant(1),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(reading, { selector: ({ gatewayId }) => gatewayId, minLength: 1 }),
        (heard) => {
          const fix = fixOf(heard, worldOf(corners, true))
          expect(fix).not.toBeNull()
          if (!fix) return
          expect([fix.x >= 0, fix.x <= 10, fix.y >= 0, fix.y <= 20]).toEqual(Array(4).fill(true))
          expect(fix.accuracy).toBeGreaterThan(0)
        },
      ),
      { numRuns: 200, seed: 11 },
    )
  })
  it('needs more than one line of gateways, and a listener', () => {
    const line = new Map(
      [anchor(1, 1, 10), anchor(2, 10, 10), anchor(3, 19, 10)].map((one) => [one.gatewayId, one]),
    )
    expect(
      fixOf(
        [1, 2, 3].map((gatewayId) => ({ gatewayId, rssi: -70, readings: 1 })),
        worldOf(line),
      )?.method,
    ).toBe('nearest')
    expect(fixOf([])).toBeNull()
  })
  it('moves only part of the way after one odd look, and follows looks that agree', () => {
    const heard = (second: number) =>
      second === 20 || second > 30 ? heardAt(17, 17) : heardAt(3, 3)
    const fixes = looked(heard, 60)
    expect(distanceBetween(fixes[20] ?? { x: 99, y: 99 }, { x: 3, y: 3 })).toBeLessThan(8)
    expect(distanceBetween(fixes.at(-1) ?? { x: 99, y: 99 }, { x: 17, y: 17 })).toBeLessThan(2)
  })
  it('remembers the floor when a gateway above is loud for a moment', () => {
    const above = { gatewayId: 9, rssi: -55, readings: 1 }
    const floors = (from: number, to: number) =>
      looked(
        (second) => [...heardAt(10, 10), ...(second >= from && second < to ? [above] : [])],
        40,
      ).map(({ floorId }) => floorId)
    expect(new Set(floors(20, 22))).toEqual(new Set([1]))
    const gone = looked((second) => (second < 10 ? heardAt(10, 10) : [above]), 60)
    expect(gone.at(-1)?.floorId).toBe(2)
  })
  it('holds the room of a tag at its wall, and changes it after a plain move', () => {
    const swaying = looked((second) => heardAt(second % 2 === 0 ? 9 : 11.5, 10), 120)
    const rooms = swaying.slice(10).map(({ roomId }) => roomId)
    expect(rooms.filter((room, index) => index > 0 && room !== rooms[index - 1])).toEqual([])
    const moved = looked((second) => heardAt(second < 30 ? 5 : 15, 10), 60)
    expect([moved[29]?.roomId, moved.at(-1)?.roomId]).toEqual([10, 11])
  })
})

describe('learning from traffic', () => {
  const walk = (world: World, louder: number, deaf = 0) => {
    let track: Track | null = null
    for (let second = 0; second < 400; second += 1) {
      const [x, y] = [10 + 8 * Math.sin(second / 25), 10 + 8 * Math.sin(second / 17)]
      const heard = heardAt(x, y).map((one) => ({
        ...one,
        rssi: one.rssi + louder - (one.gatewayId === 3 ? deaf : 0),
      }))
      track = locate(heard, radio, world, track, second * 1000)?.track ?? null
    }
    return world.learned
  }
  it('finds how loud tags are, and a gateway that hears badly, within its bounds', () => {
    expect(walk(worldOf(), 12).power).toBeGreaterThan(4)
    const { offsets } = walk(worldOf(), 0, 8)
    const others = [1, 2, 4].map((id) => offsets.get(id) ?? 0)
    expect((offsets.get(3) ?? 0) - Math.max(...others)).toBeGreaterThan(2)
    expect(Math.abs(walk(worldOf(), 90).power)).toBeLessThanOrEqual(30)
  })
  it('leaves the radio alone where nobody goes, and forgets a gateway that was moved', () => {
    const still = emptyLearned(2.6)
    for (let turn = 0; turn < 500; turn += 1)
      recordLessons(still, 1, [{ gatewayId: 1, rssi: 10, loss: -10, lossSquared: 100 }])
    expect([still.power, still.exponent, still.offsets.size]).toEqual([0, 2.6, 0])
    const learned = walk(worldOf(), 0, 8)
    forgetGateway(learned, 3)
    expect([learned.offsets.has(3), learned.seen.has(3)]).toEqual([false, false])
  })
})

describe('the window of readings', () => {
  const reading = (
    gatewayId: number,
    rssi: number,
    at: number,
    reportedAt: string | null = null,
  ): Reading => ({ gatewayId, rssi, at, reportedAt })
  const samples = (...readings: Reading[]): Samples => {
    const all = new Samples()
    for (const one of readings) all.add(one)
    return all
  }
  it('holds means of a second up to the newest of each gateway, with its age', () => {
    expect(
      averageReadings(
        samples(reading(1, -60, 1_000), reading(1, -70, 4_500), reading(1, -72, 5_000)),
        5_000,
      ),
    ).toEqual([{ gatewayId: 1, rssi: -71, readings: 2, age: 0 }])
    expect(averageReadings(samples(reading(2, -60, 1_000)), 5_000)).toMatchObject([{ age: 3.5 }])
  })
  it('drops old readings, and knows a second delivery of those it keeps', () => {
    const known = samples(
      reading(1, -60, 1_000, 'first'),
      reading(2, -70, 2_000),
      reading(1, -61, 3_000, 'second'),
    )
    known.keepAfter(1_000)
    expect(known.length).toBe(2)
    expect(known.has(reading(1, -60, 4_000, 'first'))).toBe(false)
    expect(known.has(reading(1, -61, 4_000, 'second'))).toBe(true)
    expect(known.has(reading(2, -61, 4_000, 'second'))).toBe(false)
    expect(known.has(reading(2, -70, 2_000))).toBe(false)
    expect(averageReadings(known, 3_000).map(({ rssi }) => rssi)).toEqual([-70, -61])
    known.dropOldest()
    expect(averageReadings(known, 3_000).map(({ rssi }) => rssi)).toEqual([-61])
  })
})

describe('a stay', () => {
  const seen = (minute: number, roomId: number | null) => ({
    at: new Date(minute * 60_000).toISOString(),
    floorId: 1,
    roomId,
  })
  it('lasts until another room is heard; a flicker is not a move, and a long silence belongs to no room', () => {
    const stays = toStays([
      seen(0, 7),
      seen(10, 7),
      { ...seen(10, 8), at: new Date(605_000).toISOString() },
      { ...seen(10, 7), at: new Date(610_000).toISOString() },
      seen(20, 8),
      seen(25, 8),
      seen(90, 8),
    ])
    expect(stays.map(({ roomId, seconds }) => [roomId, seconds])).toEqual([
      [7, 1200],
      [8, 300],
      [8, 0],
    ])
  })
  it('needs a position', () => expect(toStays([])).toEqual([]))
})

describe('a radio report', () => {
  it('of a Minew gateway is read as it is sent', () => {
    const sent = [
      { timestamp: '2019-08-01T05:54:25Z', type: 'Gateway', mac: 'AC233FC001EA', gatewayFree: 98 },
      {
        timestamp: '2019-08-01T05:54:25Z',
        type: 'Unknown',
        mac: 'AC233FA03208',
        bleName: '',
        rssi: -79,
        rawData: '02',
      },
      {
        timestamp: '2019-08-01T05:54:25Z',
        type: 'S1',
        mac: 'AC233FA018E3',
        rssi: -54,
        battery: 100,
        temperature: 26.69,
      },
      { type: 'Unknown', mac: 'not an address', rssi: -50 },
      { type: 'Unknown', mac: 'AC233FA018E4', rssi: 127 },
    ]
    const read = readReport('minew', sent)
    expect(read).toMatchObject({
      skipped: 2,
      unread: [
        { gateway: 'AC233FC001EA', fault: 'unreadableAddress' },
        { gateway: 'AC233FC001EA', fault: 'unreadableRssi' },
      ],
      adverts: [
        { gateway: 'AC233FC001EA', beacon: 'AC233FA03208', rssi: -79, battery: null },
        { beacon: 'AC233FA018E3', battery: 100 },
      ],
    })
  })
  it.each([
    [{}, 'notAList'],
    [[], 'noGateway'],
    [[{ type: 'S1', mac: 'AC233FA018E3' }], 'noGateway'],
    [Array.from({ length: 6000 }, () => ({})), 'tooMany'],
  ])('without a known shape is refused with a reason, case %#', (sent, fault) =>
    expect(readReport('minew', sent)).toEqual({ fault }),
  )
  it('in our own format may have text for numbers and any spelling of an address', () => {
    expect(
      readReport('plantroom', {
        gateway: 'ac-23-3f-c0-01-ea',
        readings: [{ beacon: 'AC:23:3F:A0:32:08', rssi: '-61.5', at: '2026-11-20T08:59:58Z' }],
      }),
    ).toMatchObject({ adverts: [{ rssi: -61.5, at: '2026-11-20T08:59:58.000Z' }] })
    expect(readReport('plantroom', { readings: [] })).toEqual({ fault: 'noGateway' })
    expect(macOf('AC233FC001E')).toBeNull()
  })
  it('of anything at all never throws', () =>
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('minew' as const, 'plantroom' as const),
        (sent, format) => void readReport(format, sent),
      ),
      { numRuns: 200, seed: 3 },
    ))
})

it('distanceOf() grows with silence and stays within bounds', () =>
  expect(
    [-30, -59, -75, -140].map((rssi) => Math.round(distanceOf(rssi, radio) * 10) / 10),
  ).toEqual([0.3, 1, 4.1, 60]))
