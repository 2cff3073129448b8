/** Derives state and incidents from a sensor's readings and silence. Times are in milliseconds. */
import { groupBy } from './groupBy.ts'

/**
 * True if a sensor may read the measurement: same metric, or an unknown name, which may mean any
 * metric.
 */
export const canRead = (metric: string, told: string | null): boolean =>
  told === null || told === metric || told === 'other' || metric === 'other'

/** A sensor is silent after this many intervals without a reading. */
const MISSED = 3
const MINUTE = 60_000

export const sensorStates = [
  'ok',
  'tooLow',
  'tooHigh',
  'notAvailable',
  'silent',
  'noData',
  'off',
] as const
export type SensorState = (typeof sensorStates)[number]

export type Side = 'low' | 'high'
export interface Limits {
  lower: number | null
  upper: number | null
  /**
   * Hysteresis: how far inside the limit a value must return to count as inside. One step of the
   * sensor.
   */
  slack: number
}
/**
 * Halfway between no (0) and yes (1). As an upper limit, yes exceeds it; as a lower limit, no does.
 */
export const YES_NO_LIMIT = 0.5
export interface Outside {
  side: Side
  since: number
}

export const silentAfter = (everyMinutes: number): number => MISSED * everyMinutes * MINUTE

/**
 * Returns `noData` for a sensor that was never heard. A silent sensor is never `ok`. A device that
 * reports "no value" counts as heard.
 */
export function sensorState(
  {
    isActive,
    lastHeardAt,
    unavailableAt,
    everyMinutes,
    outside,
  }: {
    isActive: boolean
    lastHeardAt: number | null
    unavailableAt: number | null
    everyMinutes: number
    outside: Side | null
  },
  now: number,
): SensorState {
  if (!isActive) return 'off'
  if (unavailableAt !== null && now - unavailableAt < silentAfter(everyMinutes))
    return 'notAvailable'
  if (lastHeardAt === null) return 'noData'
  if (now - lastHeardAt >= silentAfter(everyMinutes)) return 'silent'
  return outside === null ? 'ok' : outside === 'low' ? 'tooLow' : 'tooHigh'
}

/** The limit that a value exceeds. A value that exceeded it before must return by `slack`. */
export function exceededSide(value: number, limits: Limits, before: Side | null): Side | null {
  const { lower, upper } = limits
  // If the limits are close, the slack shrinks so that some value still counts as inside.
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
export interface Excursion extends Outside {
  until: number
  worst: number
}

export function followReadings(
  before: Outside | null,
  readings: readonly Reading[],
  limits: Limits,
  lastValue: number | null = null,
): { outside: Outside | null; past: Excursion[] } {
  let outside = before
  let worst = before === null ? null : lastValue
  const past: Excursion[] = []
  for (const { at, value } of readings) {
    const side = exceededSide(value, limits, outside?.side ?? null)
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

/**
 * Excursions of one report, joined into one alert. A flickering sensor would fill a page of alerts.
 */
export interface JoinedExcursion extends Excursion {
  times: number
}

/**
 * Joins excursions on the same side: from the first start to the last end, with the worst value.
 */
export function joinExcursions(past: readonly Excursion[]): JoinedExcursion[] {
  return [...groupBy(past, ({ side }) => side)].map(([side, some]) => ({
    side,
    since: Math.min(...some.map(({ since }) => since)),
    until: Math.max(...some.map(({ until }) => until)),
    worst: (side === 'high' ? Math.max : Math.min)(...some.map(({ worst }) => worst)),
    times: some.length,
  }))
}

export const hasLastedMinutes = (since: number, until: number, minutes: number): boolean =>
  until - since >= minutes * MINUTE

export interface WatchedSensor {
  id: number
  gatewayId: number | null
  isActive: boolean
  everyMinutes: number
  lastHeardAt: number | null
  /** If later than `lastHeardAt`, silence counts from here. */
  waitsFrom: number | null
  outside: Outside | null
  limitMinutes: number
}
export interface WatchedGateway {
  id: number
  isActive: boolean
  lastHeardAt: number | null
  /** Shortest interval of the sensors last heard through the gateway. Null if there are none. */
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
 * Incidents that begin and end now. A silent gateway is one incident that covers its sensors; when
 * it returns, they get time to report. A sensor gets one interval more than its gateway, so that
 * the gateway's incident comes first. Silence before `listeningSince` does not count:
 * nothing could be heard then.
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
  // Gateways that were not loaded keep their open incident.
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
      if (isOpen(kind) || hasLastedMinutes(outside.since, now, sensor.limitMinutes))
        wanted.add(kind)
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
