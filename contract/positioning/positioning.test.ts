import fc from 'fast-check'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { macOf, readReport, timeOf } from '../ingest/reports.ts'
import { apart } from '../venue/plane.ts'
import { distanceOf, locate, steadied, type Anchor } from './locate.ts'
import { staysOf } from './stays.ts'

const radio = { measuredPower: -59, exponent: 2.6 }
const anchor = (gatewayId: number, x: number, y: number, floorId = 1, correction = 0): Anchor => ({ gatewayId, x, y, floorId, correction })
const corners = new Map([anchor(1, 0, 0), anchor(2, 20, 0), anchor(3, 0, 20), anchor(4, 20, 20), anchor(9, 10, 10, 2)].map((one) => [one.gatewayId, one]))
const rssiAt = (metres: number) => radio.measuredPower - 10 * radio.exponent * Math.log10(Math.max(0.3, metres))
const heardAt = (x: number, y: number, ids = [1, 2, 3, 4]) => ids.map((gatewayId) => ({ gatewayId, rssi: rssiAt(apart(corners.get(gatewayId) ?? { x: 0, y: 0 }, { x, y })), readings: 3 }))

describe('locate', () => {
  it('finds a beacon by three distances or more, wherever it is between the gateways', () => {
    fc.assert(fc.property(fc.double({ min: 1, max: 19, noNaN: true }), fc.double({ min: 1, max: 19, noNaN: true }), (x, y) => {
      const fix = locate(heardAt(x, y), corners, radio)
      expect(fix?.method).toBe('distances')
      expect(apart(fix ?? { x: 99, y: 99 }, { x, y })).toBeLessThan(0.6)
    }), { numRuns: 60, seed: 7 })
  })
  it('puts it at the nearest gateway, with its radius, when fewer hear it', () => {
    const fix = locate(heardAt(4, 3, [1, 2]), corners, radio)
    expect(fix).toMatchObject({ method: 'nearest', x: 0, y: 0, floorId: 1 })
    expect(fix?.accuracy).toBeCloseTo(5, 0)
  })
  it('leaves out what contradicts the others, what is too weak, what hangs nowhere, and another floor; and says so', () => {
    const lying = [...heardAt(5, 5), { gatewayId: 5, rssi: rssiAt(40), readings: 1 }]
    const five = new Map([...corners, [5, anchor(5, 6, 4)]])
    expect(locate(lying, five, radio)?.rejected).toMatchObject([{ gatewayId: 5, why: 'contradicts' }])
    const fix = locate([...heardAt(5, 5), { gatewayId: 77, rssi: -60, readings: 1 }, { gatewayId: 9, rssi: -104, readings: 1 }], corners, radio)
    expect(fix?.rejected.map(({ gatewayId, why }) => [gatewayId, why])).toEqual([[77, 'notPlaced'], [9, 'tooWeak']])
    expect(locate([...heardAt(10, 10), { gatewayId: 9, rssi: -88, readings: 1 }], corners, radio)?.rejected).toMatchObject([{ gatewayId: 9, why: 'otherFloor' }])
  })
  it('never leaves the gateways’ surroundings, and never gives anything but numbers', () => {
    const reading = fc.record({ gatewayId: fc.constantFrom(1, 2, 3, 4), rssi: fc.integer({ min: -100, max: -20 }), readings: fc.constant(1) })
    fc.assert(fc.property(fc.uniqueArray(reading, { selector: ({ gatewayId }) => gatewayId, minLength: 1 }), (heard) => {
      const fix = locate(heard, corners, radio)
      expect(fix).not.toBeNull()
      if (fix) {
        expect(Math.abs(fix.x - 10)).toBeLessThan(72)
        expect(fix.accuracy).toBeGreaterThan(0)
      }
    }), { numRuns: 200, seed: 11 })
  })
  it('needs more than one line of gateways, and someone who hears', () => {
    const line = new Map([anchor(1, 0, 0), anchor(2, 10, 0), anchor(3, 20, 0)].map((one) => [one.gatewayId, one]))
    expect(locate([1, 2, 3].map((gatewayId) => ({ gatewayId, rssi: -70, readings: 1 })), line, radio)?.method).toBe('nearest')
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
  const seen = (minute: number, roomId: number | null) => ({ at: new Date(minute * 60_000).toISOString(), floorId: 1, roomId })
  it('last until it is heard elsewhere; a flicker is no move, and a long silence is nobody’s', () => {
    const stays = staysOf([seen(0, 7), seen(10, 7), { ...seen(10, 8), at: new Date(605_000).toISOString() }, { ...seen(10, 7), at: new Date(610_000).toISOString() }, seen(20, 8), seen(25, 8), seen(90, 8)])
    expect(stays.map(({ roomId, seconds }) => [roomId, seconds])).toEqual([[7, 1200], [8, 300], [8, 0]])
  })
  it('of nothing are none', () => expect(staysOf([])).toEqual([]))
})

describe('reports', () => {
  it('of a Minew gateway are read as it sends them', () => {
    const sent = [
      { timestamp: '2019-08-01T05:54:25Z', type: 'Gateway', mac: 'AC233FC001EA', gatewayFree: 98 }, { timestamp: '2019-08-01T05:54:25Z', type: 'Unknown', mac: 'AC233FA03208', bleName: '', rssi: -79, rawData: '02' },
      { timestamp: '2019-08-01T05:54:25Z', type: 'S1', mac: 'AC233FA018E3', rssi: -54, battery: 100, temperature: 26.69 }, { type: 'Unknown', mac: 'not an address', rssi: -50 }, { type: 'Unknown', mac: 'AC233FA018E4', rssi: 127 },
    ]
    const read = readReport('minew', sent)
    expect(read).toMatchObject({ skipped: 2, adverts: [{ gateway: 'AC233FC001EA', beacon: 'AC233FA03208', rssi: -79, battery: null }, { beacon: 'AC233FA018E3', battery: 100 }] })
    // Its clock stands in 2019: what it hears is now.
    const now = new Date('2026-11-20T09:00:00Z')
    if ('adverts' in read && read.adverts[0]) expect(timeOf(read.adverts[0], now)).toEqual(now)
  })
  it.each([[{}, 'notAList'], [[], 'noGateway'], [[{ type: 'S1', mac: 'AC233FA018E3' }], 'noGateway'], [Array.from({ length: 6000 }, () => ({})), 'tooMany']])('%# of no shape say why', (sent, fault) => expect(readReport('minew', sent)).toEqual({ fault }))
  it('in our own format take text for numbers and any way of writing an address', () => {
    expect(readReport('plantroom', { gateway: 'ac-23-3f-c0-01-ea', readings: [{ beacon: 'AC:23:3F:A0:32:08', rssi: '-61.5', at: '2026-11-20T08:59:58Z' }] })).toMatchObject({ adverts: [{ rssi: -61.5, at: '2026-11-20T08:59:58.000Z' }] })
    expect(readReport('plantroom', { readings: [] })).toEqual({ fault: 'noGateway' })
    expect(macOf('AC233FC001E')).toBeNull()
  })
  it('of anything at all never throw', () => fc.assert(fc.property(fc.jsonValue(), fc.constantFrom('minew' as const, 'plantroom' as const), (sent, format) => void readReport(format, sent)), { numRuns: 200, seed: 3 }))
})

const real = join(process.env['REAL_DATA'] ?? '../shared/data', 'positioning/kolakowski')
describe.skipIf(!existsSync(real))('six real anchors in a flat (not run where the real data is absent)', () => {
  const rows = (name: string) => readFileSync(join(real, name), 'utf8').trim().split('\n').slice(1).map((line) => line.split(',').map(Number))
  it('places the tag within two and a half metres, half of the time', () => {
    const anchors = rows('anchors.csv').map(([id = 0, x = 0, y = 0]) => anchor(id, x, y))
    const heading = readFileSync(join(real, 'calibration_df.csv'), 'utf8').split('\n')[0]?.split(',') ?? []
    const at = (name: string) => heading.indexOf(name)
    const samples = rows('calibration_df.csv').filter((_row, index) => index % 5 === 0).map((row) => ({ x: row[at('x')] ?? 0, y: row[at('y')] ?? 0, heard: anchors.flatMap(({ gatewayId }) => (Number.isFinite(row[at(`rssi_${gatewayId}`)]) ? [{ gatewayId, rssi: row[at(`rssi_${gatewayId}`)] ?? 0, readings: 1 }] : [])) }))
    // Calibrated by what is heard near: power at a metre and loss by least squares over log distance.
    const pairs = samples.flatMap(({ heard, ...here }) => heard.map(({ gatewayId, rssi }) => ({ log: Math.log10(Math.max(0.5, apart(anchors.find((one) => one.gatewayId === gatewayId) ?? here, here))), rssi })))
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const [logs, levels] = [mean(pairs.map(({ log }) => log)), mean(pairs.map(({ rssi }) => rssi))]
    const slope = pairs.reduce((sum, { log, rssi }) => sum + (log - logs) * (rssi - levels), 0) / pairs.reduce((sum, { log }) => sum + (log - logs) ** 2, 0)
    const measured = { measuredPower: levels - slope * logs, exponent: Math.max(1.5, -slope / 10) }
    const map = new Map(anchors.map((one) => [one.gatewayId, one]))
    const errors = samples.flatMap(({ heard }) => locate(heard, map, measured) ?? []).map((fix, index) => apart(fix, samples[index] ?? fix)).sort((a, b) => a - b)
    console.info(`median ${errors[Math.floor(errors.length / 2)]?.toFixed(2)} m, 90 % within ${errors[Math.floor(errors.length * 0.9)]?.toFixed(2)} m of ${errors.length}`)
    expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(2.5)
  })
})

it('distances grow with silence and stay within bounds', () => expect([-30, -59, -75, -140].map((rssi) => Math.round(distanceOf(rssi, radio) * 10) / 10)).toEqual([0.3, 1, 4.1, 60]))
