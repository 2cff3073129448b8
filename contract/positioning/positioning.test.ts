import fc from 'fast-check'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { macOf } from '../ingest/fields.ts'
import { readReport, timeOf } from '../ingest/reports.ts'
import { apart } from '../venue/plane.ts'
import { distanceOf, locate, steadied, type Anchor } from './locate.ts'
import { staysOf } from './stays.ts'

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
    rssi: rssiAt(apart(corners.get(gatewayId) ?? { x: 0, y: 0 }, { x, y })),
    readings: 3,
  }))

describe('locate', () => {
  it('finds a beacon by three distances or more, wherever it is between the gateways', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 19, noNaN: true }),
        fc.double({ min: 1, max: 19, noNaN: true }),
        (x, y) => {
          const fix = locate(heardAt(x, y), corners, radio)
          expect(fix?.method).toBe('distances')
          expect(apart(fix ?? { x: 99, y: 99 }, { x, y })).toBeLessThan(0.6)
        },
      ),
      { numRuns: 60, seed: 7 },
    )
  })
  it('puts it at the nearest gateway, with its radius, when fewer hear it', () => {
    const fix = locate(heardAt(4, 3, [1, 2]), corners, radio)
    expect(fix).toMatchObject({ method: 'nearest', x: 0, y: 0, floorId: 1 })
    expect(fix?.accuracy).toBeCloseTo(5, 0)
  })
  it('leaves out what contradicts the others, what is too weak, what hangs nowhere, and another floor; and says so', () => {
    const lying = [...heardAt(5, 5), { gatewayId: 5, rssi: rssiAt(40), readings: 1 }]
    const five = new Map([...corners, [5, anchor(5, 6, 4)]])
    expect(locate(lying, five, radio)?.rejected).toMatchObject([
      { gatewayId: 5, why: 'contradicts' },
    ])
    const fix = locate(
      [
        ...heardAt(5, 5),
        { gatewayId: 77, rssi: -60, readings: 1 },
        { gatewayId: 9, rssi: -104, readings: 1 },
      ],
      corners,
      radio,
    )
    expect(fix?.rejected.map(({ gatewayId, why }) => [gatewayId, why])).toEqual([
      [77, 'notPlaced'],
      [9, 'tooWeak'],
    ])
    expect(
      locate([...heardAt(10, 10), { gatewayId: 9, rssi: -88, readings: 1 }], corners, radio)
        ?.rejected,
    ).toMatchObject([{ gatewayId: 9, why: 'otherFloor' }])
  })
  it('never leaves the gateways’ surroundings, and never gives anything but numbers', () => {
    const reading = fc.record({
      gatewayId: fc.constantFrom(1, 2, 3, 4),
      rssi: fc.integer({ min: -100, max: -20 }),
      readings: fc.constant(1),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(reading, { selector: ({ gatewayId }) => gatewayId, minLength: 1 }),
        (heard) => {
          const fix = locate(heard, corners, radio)
          expect(fix).not.toBeNull()
          if (fix) {
            expect(Math.abs(fix.x - 10)).toBeLessThan(72)
            expect(fix.accuracy).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: 200, seed: 11 },
    )
  })
  it('needs more than one line of gateways, and someone who hears', () => {
    const line = new Map(
      [anchor(1, 0, 0), anchor(2, 10, 0), anchor(3, 20, 0)].map((one) => [one.gatewayId, one]),
    )
    expect(
      locate(
        [1, 2, 3].map((gatewayId) => ({ gatewayId, rssi: -70, readings: 1 })),
        line,
        radio,
      )?.method,
    ).toBe('nearest')
    expect(locate([], corners, radio)).toBeNull()
  })
  it('is steadied by where it was, unless it has plainly gone', () => {
    const fix = { x: 4, y: 0, floorId: 1, accuracy: 3 }
    expect(steadied({ x: 0, y: 0, floorId: 1, accuracy: 3, at: 0 }, fix, 1000).x).toBeLessThan(4)
    expect(steadied({ x: 0, y: 0, floorId: 2, accuracy: 3, at: 0 }, fix, 1000)).toBe(fix)
    expect(steadied({ x: 90, y: 0, floorId: 1, accuracy: 3, at: 0 }, fix, 1000)).toBe(fix)
  })
})

describe('stays', () => {
  const seen = (minute: number, roomId: number | null) => ({
    at: new Date(minute * 60_000).toISOString(),
    floorId: 1,
    roomId,
  })
  it('last until it is heard elsewhere; a flicker is no move, and a long silence is nobody’s', () => {
    const stays = staysOf([
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
  it('of nothing are none', () => expect(staysOf([])).toEqual([]))
})

describe('reports', () => {
  it('of a Minew gateway are read as it sends them', () => {
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
      adverts: [
        { gateway: 'AC233FC001EA', beacon: 'AC233FA03208', rssi: -79, battery: null },
        { beacon: 'AC233FA018E3', battery: 100 },
      ],
    })
    // Its clock stands in 2019: what it hears is now.
    const now = new Date('2026-11-20T09:00:00Z')
    if ('adverts' in read && read.adverts[0]) expect(timeOf(read.adverts[0], now)).toEqual(now)
  })
  it.each([
    [{}, 'notAList'],
    [[], 'noGateway'],
    [[{ type: 'S1', mac: 'AC233FA018E3' }], 'noGateway'],
    [Array.from({ length: 6000 }, () => ({})), 'tooMany'],
  ])('%# of no shape say why', (sent, fault) =>
    expect(readReport('minew', sent)).toEqual({ fault }),
  )
  it('in our own format take text for numbers and any way of writing an address', () => {
    expect(
      readReport('plantroom', {
        gateway: 'ac-23-3f-c0-01-ea',
        readings: [{ beacon: 'AC:23:3F:A0:32:08', rssi: '-61.5', at: '2026-11-20T08:59:58Z' }],
      }),
    ).toMatchObject({ adverts: [{ rssi: -61.5, at: '2026-11-20T08:59:58.000Z' }] })
    expect(readReport('plantroom', { readings: [] })).toEqual({ fault: 'noGateway' })
    expect(macOf('AC233FC001E')).toBeNull()
  })
  it('of anything at all never throw', () =>
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('minew' as const, 'plantroom' as const),
        (sent, format) => void readReport(format, sent),
      ),
      { numRuns: 200, seed: 3 },
    ))
})

const real = join(process.env['REAL_DATA'] ?? '../shared/data', 'positioning/kolakowski')
describe.skipIf(!existsSync(real))(
  'six real anchors in a flat (not run where the real data is absent)',
  () => {
    type Row = Record<string, number>
    const table = (name: string): Row[] => {
      const [heading = '', ...lines] = readFileSync(join(real, name), 'utf8').trim().split('\n')
      return lines.map((line) =>
        Object.fromEntries(
          line
            .split(',')
            .map((value, index) => [
              heading.split(',')[index] ?? '',
              value === '' ? Number.NaN : Number(value),
            ]),
        ),
      )
    }
    const placeOf = ({ x = 0, y = 0 }: Row) => ({ x, y })
    const mean = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + value, 0) / values.length
    const anchors = () =>
      table('anchors.csv').map((row) => anchor(row['id'] ?? 0, row['x'] ?? 0, row['y'] ?? 0))
    const heardIn = (rows: readonly Row[]) =>
      anchors().flatMap(({ gatewayId }) => {
        const rssis = rows
          .map((row) => row[`rssi_${gatewayId}`] ?? Number.NaN)
          .filter(Number.isFinite)
        return rssis.length === 0 ? [] : [{ gatewayId, rssi: mean(rssis), readings: rssis.length }]
      })
    /**
     * Power at a metre and loss, by least squares over log distance, from the points made for that
     * and no others.
     */
    const calibrated = () => {
      const map = new Map(anchors().map((one) => [one.gatewayId, one]))
      const pairs = table('calibration_df.csv')
        .filter((_row, index) => index % 5 === 0)
        .flatMap((row) =>
          heardIn([row]).map(({ gatewayId, rssi }) => ({
            log: Math.log10(Math.max(0.5, apart(map.get(gatewayId) ?? placeOf(row), placeOf(row)))),
            rssi,
          })),
        )
      const [logs, levels] = [
        mean(pairs.map(({ log }) => log)),
        mean(pairs.map(({ rssi }) => rssi)),
      ]
      const slope =
        pairs.reduce((sum, { log, rssi }) => sum + (log - logs) * (rssi - levels), 0) /
        pairs.reduce((sum, { log }) => sum + (log - logs) ** 2, 0)
      return { measuredPower: levels - slope * logs, exponent: Math.max(1.5, -slope / 10) }
    }
    /** As the engine does: the mean of eight seconds, once a second, steadied by the one before. */
    const walked = (name: string, radioThere: typeof radio) => {
      const map = new Map(anchors().map((one) => [one.gatewayId, one]))
      const rows = table(name)
        .map((row) => ({ ...row, time: (row['ts'] ?? 0) / 1e6 }))
        .sort((one, other) => one.time - other.time)
      let last: Parameters<typeof steadied>[0] = null
      return rows.flatMap((row) => {
        if (last !== null && row.time - last.at < 1000) return []
        const fix = locate(
          heardIn(rows.filter(({ time }) => time <= row.time && row.time - time < 8000)),
          map,
          radioThere,
        )
        if (fix === null) return []
        const steady = steadied(last, fix, row.time)
        last = { ...steady, at: row.time }
        return [{ fix: steady, row }]
      })
    }
    const shares = (errors: number[]) => {
      const sorted = errors.toSorted((one, other) => one - other)
      return [
        sorted[Math.floor(sorted.length / 2)] ?? 99,
        sorted[Math.floor(sorted.length * 0.9)] ?? 99,
      ] as const
    }
    it('follow a robot that they were not fitted to within 1.8 m half of the time, within 2.9 m nine times of ten', () => {
      const [half, most] = shares(
        walked('test_robot_df.csv', calibrated()).map(({ fix, row }) => apart(fix, placeOf(row))),
      )
      expect(half).toBeLessThan(2)
      expect(most).toBeLessThan(3.2)
    })
    it('follow it less well as shipped, uncalibrated: within 3.2 m and 4.1 m, which is little better than the middle of the flat', () => {
      const [half, most] = shares(
        walked('test_robot_df.csv', radio).map(({ fix, row }) => apart(fix, placeOf(row))),
      )
      expect(half).toBeLessThan(3.5)
      expect(most).toBeLessThan(4.5)
    })
    it('keep a walker within 1.8 m of the way it went; only the way is known, and it passes the middle, so this says little', () => {
      const pieces = table('path_reference.csv')
      const toWay = ({ x, y }: { x: number; y: number }) =>
        Math.min(
          ...pieces.map(({ x0 = 0, y0 = 0, x1 = 0, y1 = 0 }) => {
            const length = (x1 - x0) ** 2 + (y1 - y0) ** 2
            const part =
              length === 0
                ? 0
                : Math.max(0, Math.min(1, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length))
            return Math.hypot(x - x0 - part * (x1 - x0), y - y0 - part * (y1 - y0))
          }),
        )
      const [half, most] = shares(
        walked('test_walk_df.csv', calibrated()).map(({ fix }) => toWay(fix)),
      )
      expect(half).toBeLessThan(2)
      expect(most).toBeLessThan(3.9)
    })
  },
)

it('distances grow with silence and stay within bounds', () =>
  expect(
    [-30, -59, -75, -140].map((rssi) => Math.round(distanceOf(rssi, radio) * 10) / 10),
  ).toEqual([0.3, 1, 4.1, 60]))
