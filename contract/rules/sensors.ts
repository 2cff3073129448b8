/**
 * What a sensor's readings and its silence mean. Pure: readings, limits and the clock come in; state,
 * and what begins and ends, come out. Times are milliseconds.
 */
import { groupBy } from './groupBy.ts'

/** So many times its interval without a word, and it is silent. */
const MISSED = 3
const MINUTE = 60_000

export const sensorStates = ['ok', 'tooLow', 'tooHigh', 'silent', 'noData', 'off'] as const
export type SensorState = (typeof sensorStates)[number]

export type Side = 'low' | 'high'
export interface Limits {
  lower: number | null
  upper: number | null
  /** How far back inside a value must come before it counts as inside: one step of the sensor. */
  slack: number
}
export interface Outside {
  side: Side
  since: number
}

export const silentAfter = (everyMinutes: number): number => MISSED * everyMinutes * MINUTE

/** As it stands now. What was never heard has no data; what is silent is not trusted to be well. */
export function sensorState(
  {
    isActive,
    lastHeardAt,
    everyMinutes,
    outside,
  }: {
    isActive: boolean
    lastHeardAt: number | null
    everyMinutes: number
    outside: Side | null
  },
  now: number,
): SensorState {
  if (!isActive) return 'off'
  if (lastHeardAt === null) return 'noData'
  if (now - lastHeardAt >= silentAfter(everyMinutes)) return 'silent'
  return outside === null ? 'ok' : outside === 'low' ? 'tooLow' : 'tooHigh'
}

/** Beyond which limit a value lies; one that was beyond must come back by the slack. */
export function sideOf(value: number, limits: Limits, before: Side | null): Side | null {
  const { lower, upper } = limits
  // Between two close limits there must be a place to be inside.
  const room = lower === null || upper === null ? Infinity : Math.max(0, (upper - lower) / 2)
  const slack = Math.min(limits.slack, room)
  if (upper !== null && (value > upper || (before === 'high' && value > upper - slack)))
    return 'high'
  if (lower !== null && (value < lower || (before === 'low' && value < lower + slack))) return 'low'
  return null
}

export interface Reading {
  at: number
  value: number
}
/** A time beyond a limit that is over. */
export interface Excursion extends Outside {
  until: number
  /** The value furthest from the limit. */
  worst: number
}

/** What readings, oldest first, make of where the sensor stood before them. */
export function followReadings(
  before: Outside | null,
  readings: readonly Reading[],
  limits: Limits,
  /** What was measured last before them. */
  lastValue: number | null = null,
): { outside: Outside | null; past: Excursion[] } {
  let outside = before
  let worst = before === null ? null : lastValue
  const past: Excursion[] = []
  for (const { at, value } of readings) {
    const side = sideOf(value, limits, outside?.side ?? null)
    if (side !== (outside?.side ?? null)) {
      if (outside !== null) past.push({ ...outside, until: at, worst: worst ?? value })
      outside = side === null ? null : { side, since: at }
      worst = null
    }
    if (side === 'high') worst = Math.max(worst ?? value, value)
    if (side === 'low') worst = Math.min(worst ?? value, value)
  }
  return { outside, past }
}

/** Of one report, as one thing to be told: a sensor that flickers would fill a page of alerts. */
export interface JoinedExcursion extends Excursion {
  times: number
}

/** Those of one side come together: from the first to the last, with the worst of all. */
export function joinExcursions(past: readonly Excursion[]): JoinedExcursion[] {
  return [...groupBy(past, ({ side }) => side)].map(([side, some]) => ({
    side,
    since: Math.min(...some.map(({ since }) => since)),
    until: Math.max(...some.map(({ until }) => until)),
    worst: (side === 'high' ? Math.max : Math.min)(...some.map(({ worst }) => worst)),
    times: some.length,
  }))
}

export const hasLasted = (since: number, until: number, minutes: number): boolean =>
  until - since >= minutes * MINUTE

export interface WatchedSensor {
  id: number
  gatewayId: number | null
  isActive: boolean
  everyMinutes: number
  lastHeardAt: number | null
  /** Its silence counts from here, if that is later. */
  waitsFrom: number | null
  outside: Outside | null
  limitMinutes: number
}
export interface WatchedGateway {
  id: number
  isActive: boolean
  lastHeardAt: number | null
  /** The shortest interval of the sensors that were heard through it last; null: there are none. */
  everyMinutes: number | null
}
export type IncidentKind = 'sensorTooLow' | 'sensorTooHigh' | 'sensorSilent' | 'gatewaySilent'
export interface OpenIncident {
  id: number
  kind: IncidentKind
  sensorId: number | null
  gatewayId: number | null
}
export type Begun = Pick<OpenIncident, 'kind' | 'sensorId' | 'gatewayId'>

export interface Watched {
  sensors: readonly WatchedSensor[]
  gateways: readonly WatchedGateway[]
  open: readonly OpenIncident[]
}

/**
 * What begins and what ends now. A gateway that is down is one incident, which takes in the silence
 * of the sensors behind it: they are `behind`, and once it is back they have their time to be heard.
 * A sensor is given one interval more than its gateway before its silence is told, so that the
 * gateway's is seen first. Nothing is silent that could not have been heard: `listeningSince`.
 */
export function settleIncidents(
  { sensors, gateways, open }: Watched,
  now: number,
  listeningSince: number,
): { begin: Begun[]; end: OpenIncident[]; returned: number[] } {
  const openGateways = new Map(
    open.flatMap((one) =>
      one.kind === 'gatewaySilent' && one.gatewayId !== null ? [[one.gatewayId, one] as const] : [],
    ),
  )
  const begin: Begun[] = []
  const end: OpenIncident[] = []
  const down = new Set<number>()
  const returned: number[] = []
  const known = new Set(gateways.map(({ id }) => id))
  for (const gateway of gateways) {
    const incident = openGateways.get(gateway.id)
    if (isDown(gateway, now, incident === undefined ? listeningSince : -Infinity)) {
      down.add(gateway.id)
      if (incident === undefined)
        begin.push({ kind: 'gatewaySilent', sensorId: null, gatewayId: gateway.id })
    } else if (incident !== undefined) {
      end.push(incident)
      returned.push(gateway.id)
    }
  }
  // Not among those looked at: as it was left.
  for (const id of openGateways.keys()) if (!known.has(id)) down.add(id)
  for (const sensor of sensors) {
    const wanted = new Set<IncidentKind>()
    const own = open.filter(({ sensorId }) => sensorId === sensor.id)
    const isOpen = (kind: IncidentKind) => own.some((one) => one.kind === kind)
    const isBehind = sensor.gatewayId !== null && down.has(sensor.gatewayId)
    const isBack = sensor.gatewayId !== null && returned.includes(sensor.gatewayId)
    if (
      !isBehind &&
      isSilent(sensor, now, isBack, isOpen('sensorSilent') ? -Infinity : listeningSince)
    )
      wanted.add('sensorSilent')
    const { outside } = sensor
    if (sensor.isActive && outside !== null) {
      const kind = outside.side === 'low' ? 'sensorTooLow' : 'sensorTooHigh'
      if (isOpen(kind) || hasLasted(outside.since, now, sensor.limitMinutes)) wanted.add(kind)
    }
    end.push(...own.filter(({ kind }) => !wanted.has(kind)))
    for (const kind of wanted)
      if (!isOpen(kind)) begin.push({ kind, sensorId: sensor.id, gatewayId: null })
  }
  return { begin, end, returned }
}

function isDown(
  { isActive, lastHeardAt, everyMinutes }: WatchedGateway,
  now: number,
  listeningSince: number,
): boolean {
  if (!isActive || lastHeardAt === null || everyMinutes === null) return false
  return now - Math.max(lastHeardAt, listeningSince) >= silentAfter(everyMinutes)
}

function isSilent(
  { isActive, lastHeardAt, everyMinutes, waitsFrom }: WatchedSensor,
  now: number,
  isBack: boolean,
  listeningSince: number,
): boolean {
  if (!isActive || lastHeardAt === null || isBack) return false
  const from = Math.max(lastHeardAt, waitsFrom ?? -Infinity, listeningSince)
  return now - from >= silentAfter(everyMinutes) + everyMinutes * MINUTE
}
