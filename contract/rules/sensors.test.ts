import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  followReadings,
  sensorState,
  settleIncidents,
  exceededSide,
  silentAfter,
  type Limits,
  type OpenIncident,
  type WatchedGateway,
  type WatchedSensor,
} from './sensors.ts'

const MINUTE = 60_000
const limits: Limits = { lower: 2, upper: 8, slack: 0.5 }

describe('the state of a sensor', () => {
  const sensor = {
    isActive: true,
    lastHeardAt: 0,
    unavailableAt: null,
    everyMinutes: 10,
    outside: null,
  }
  it.each([
    ['is in order while it speaks', {}, 29 * MINUTE, 'ok'],
    ['is silent after three intervals', {}, 30 * MINUTE, 'silent'],
    ['has no data while it was never heard', { lastHeardAt: null }, 10 ** 12, 'noData'],
    ['is off whatever it said', { isActive: false, outside: 'high' }, 0, 'off'],
    ['is too low', { outside: 'low' }, 0, 'tooLow'],
    ['is too high', { outside: 'high' }, 0, 'tooHigh'],
    ['is silent before it is too high', { outside: 'high' }, 31 * MINUTE, 'silent'],
    [
      'has no value though it is heard',
      { unavailableAt: 31 * MINUTE },
      32 * MINUTE,
      'notAvailable',
    ],
    ['has no value from the start', { lastHeardAt: null, unavailableAt: 0 }, 1, 'notAvailable'],
    ['is silent long after that', { unavailableAt: 31 * MINUTE }, 61 * MINUTE, 'silent'],
  ] as const)('%s', (_what, change, now, state) =>
    expect(sensorState({ ...sensor, ...change }, now)).toBe(state),
  )
})

describe('a sensor’s limit', () => {
  it.each([
    [8, null, null],
    [8.1, null, 'high'],
    [7.6, 'high', 'high'],
    [7.5, 'high', null],
    [1.9, null, 'low'],
    [2.4, 'low', 'low'],
    [2.5, 'low', null],
    [1, 'high', 'low'],
  ] as const)('holds %d after %s to be %s', (value, before, side) =>
    expect(exceededSide(value, limits, before)).toBe(side),
  )

  it('always leaves a place to be inside, however close they are', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -100, max: 100, noNaN: true }),
        fc.double({ min: 0.01, max: 50, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.constantFrom(null, 'low' as const, 'high' as const),
        (lower, width, slack, before) =>
          exceededSide(lower + width / 2, { lower, upper: lower + width, slack }, before) !==
            'high' || before === 'high',
      ),
    )
  })
})

const readings = fc
  .array(
    fc.record({ at: fc.integer({ min: 0, max: 10_000 }), value: fc.integer({ min: 0, max: 10 }) }),
  )
  .map((list) => list.toSorted((one, other) => one.at - other.at))

describe('sensor readings', () => {
  it('begin an excursion with the first beyond the limit, and end it with the first back inside', () => {
    const { outside, past } = followReadings(
      null,
      [
        { at: 1, value: 5 },
        { at: 2, value: 9 },
        { at: 3, value: 12 },
        { at: 4, value: 7.8 },
        { at: 5, value: 6 },
        { at: 6, value: 1 },
      ],
      limits,
    )
    expect(past).toEqual([{ side: 'high', since: 2, until: 5, worst: 12 }])
    expect(outside).toEqual({ side: 'low', since: 6 })
  })

  it('give the same in one set or in two', () => {
    fc.assert(
      fc.property(readings, fc.nat(50), (list, cut) => {
        const whole = followReadings(null, list, limits)
        const first = followReadings(null, list.slice(0, cut), limits)
        const rest = followReadings(first.outside, list.slice(cut), limits)
        expect(rest.outside).toEqual(whole.outside)
        expect([...first.past, ...rest.past].map(({ since, until }) => [since, until])).toEqual(
          whole.past.map(({ since, until }) => [since, until]),
        )
      }),
    )
  })

  it('never leave a sensor outside whose last reading is well inside', () => {
    fc.assert(
      fc.property(readings, (list) => {
        const { outside } = followReadings(null, [...list, { at: 10_001, value: 5 }], limits)
        expect(outside).toBeNull()
      }),
    )
  })
})

const sensorOf = (change: Partial<WatchedSensor> = {}): WatchedSensor => ({
  id: 1,
  gatewayId: null,
  isActive: true,
  everyMinutes: 10,
  lastHeardAt: 0,
  waitsFrom: null,
  outside: null,
  limitMinutes: 15,
  ...change,
})
const gatewayOf = (change: Partial<WatchedGateway> = {}): WatchedGateway => ({
  id: 7,
  isActive: true,
  lastHeardAt: 0,
  everyMinutes: 10,
  ...change,
})
const incident = (change: Partial<OpenIncident>): OpenIncident => ({
  id: 9,
  kind: 'sensorSilent',
  sensorId: 1,
  gatewayId: null,
  ...change,
})
const at = (minutes: number, watched: Partial<Parameters<typeof settleIncidents>[0]>, since = 0) =>
  settleIncidents({ sensors: [], gateways: [], open: [], ...watched }, minutes * MINUTE, since)
const kinds = (list: readonly { kind: string }[]) => list.map(({ kind }) => kind)

describe('the sensor watch', () => {
  it('alerts about a limit only after its minutes, and once', () => {
    const sensor = sensorOf({ lastHeardAt: 20 * MINUTE, outside: { side: 'high', since: 0 } })
    expect(kinds(at(14, { sensors: [sensor] }).begin)).toEqual([])
    expect(kinds(at(15, { sensors: [sensor] }).begin)).toEqual(['sensorTooHigh'])
    const open = [incident({ kind: 'sensorTooHigh' })]
    expect(at(16, { sensors: [sensor], open })).toMatchObject({ begin: [], end: [] })
  })

  it('ends an alert that is back inside, switched off, or on the other side', () => {
    const open = [incident({ kind: 'sensorTooHigh' })]
    const end = (change: Partial<WatchedSensor>) =>
      kinds(at(20, { sensors: [sensorOf({ lastHeardAt: 19 * MINUTE, ...change })], open }).end)
    expect(end({})).toEqual(['sensorTooHigh'])
    expect(end({ isActive: false, outside: { side: 'high', since: 0 } })).toEqual(['sensorTooHigh'])
    expect(end({ outside: { side: 'low', since: 0 } })).toEqual(['sensorTooHigh'])
    expect(end({ outside: { side: 'high', since: 0 } })).toEqual([])
  })

  it('alerts about silence after four intervals, and never about a sensor that nobody could hear', () => {
    expect(kinds(at(39, { sensors: [sensorOf()] }).begin)).toEqual([])
    expect(kinds(at(40, { sensors: [sensorOf()] }).begin)).toEqual(['sensorSilent'])
    expect(kinds(at(1_000, { sensors: [sensorOf({ lastHeardAt: null })] }).begin)).toEqual([])
    expect(kinds(at(1_000, { sensors: [sensorOf()] }, 990 * MINUTE).begin)).toEqual([])
  })

  it('makes one incident of a gateway that is down, for everything behind it', () => {
    const sensors = Array.from({ length: 40 }, (_each, id) => sensorOf({ id, gatewayId: 7 }))
    const down = at(45, { sensors, gateways: [gatewayOf()] })
    expect(down.begin).toEqual([{ kind: 'gatewaySilent', sensorId: null, gatewayId: 7 }])
    // An incident already reported for a sensor becomes part of the gateway's incident.
    const open = [incident({ sensorId: 3 })]
    expect(kinds(at(45, { sensors, gateways: [gatewayOf()], open }).end)).toEqual(['sensorSilent'])
  })

  it('gives sensors behind a gateway that is back time to be heard', () => {
    const sensors = [sensorOf({ gatewayId: 7 })]
    const gateways = [gatewayOf({ lastHeardAt: 100 * MINUTE })]
    const open = [incident({ kind: 'gatewaySilent', sensorId: null, gatewayId: 7 })]
    const back = at(101, { sensors, gateways, open })
    expect(back).toMatchObject({ begin: [], end: open, returned: [7] })
    const waiting = [sensorOf({ gatewayId: 7, waitsFrom: 101 * MINUTE })]
    const heard = [gatewayOf({ lastHeardAt: 140 * MINUTE })]
    expect(kinds(at(140, { sensors: waiting, gateways: heard }).begin)).toEqual([])
    expect(kinds(at(141, { sensors: waiting, gateways: heard }).begin)).toEqual(['sensorSilent'])
  })

  it('sees the gateway before the sensors, whenever it went down', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 10 }),
        fc.integer({ min: 0, max: 100 }),
        (heard, minutes) => {
          // Each sensor was heard within its interval before the gateway was lost.
          const sensors = heard.map((ago, id) =>
            sensorOf({ id, gatewayId: 7, lastHeardAt: (10 - ago) * MINUTE }),
          )
          const last = Math.max(...sensors.map(({ lastHeardAt }) => lastHeardAt ?? 0))
          const { begin } = at(minutes, { sensors, gateways: [gatewayOf({ lastHeardAt: last })] })
          expect(kinds(begin).filter((kind) => kind === 'sensorSilent')).toEqual([])
        },
      ),
    )
  })

  it('never begins what is open, nor ends what still is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom(null, 'low' as const, 'high' as const),
        fc.integer({ min: 0, max: 100 }),
        (minutes, side, since) => {
          const sensor = sensorOf({
            outside: side === null ? null : { side, since: since * MINUTE },
          })
          const { begin } = at(minutes, { sensors: [sensor] })
          const open = begin.map((one, id) => ({ ...one, id }))
          expect(at(minutes, { sensors: [sensor], open })).toMatchObject({ begin: [], end: [] })
        },
      ),
    )
  })
})

it('a sensor is silent after a whole number of intervals', () => {
  expect(silentAfter(10)).toBe(30 * MINUTE)
})
