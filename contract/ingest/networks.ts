/**
 * Parses reports of further networks that decode payloads: Actility ThingPark, Helium, LORIOT, and
 * the data connector of Disruptive Technologies.
 */
import { truncate } from '#contract/rules/truncate.ts'
import { valuesIn } from './decoded.ts'
import {
  readDecodedFields,
  EVENT,
  isEmpty,
  nearestFirst,
  notDecoded,
  unusedOf,
  type Measured,
} from './devices.ts'
import { record, unixTime } from './fields.ts'
import { placedValue } from './measurements.ts'
import { disruptive } from './profiles/disruptive.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * ThingPark: `points` are measurements with units, named by the device's driver; `payload` is the
 * decoder's output. Locations, downlinks and notifications contain no measurements.
 */
export function readActility(payload: unknown): Measured {
  const message = record(payload)
  const uplink = record(message['DevEUI_uplink'])
  const device = uplink['DevEUI']
  if (device === undefined)
    return Object.keys(message).some((key) => key.startsWith('DevEUI_'))
      ? EVENT
      : { fault: 'noReadings' }
  if (uplink['rawJoinRequest'] !== undefined) return EVENT
  const points = pointsOf(record(uplink['points']))
  const decoded = uplink['payload']
  const driver = record(uplink['DriverCfg'])
  const source = {
    device,
    at: uplink['Time'],
    brand: ['mod', 'app']
      .flatMap((key) => [record(driver[key])['pId'], record(driver[key])['mId']])
      .map(textOf)
      .join(' '),
    // ThingPark's gateways have no address, only a network id.
    gateways: [],
  }
  if (points.length > 0) return readDecodedFields({ points }, { ...source, brand: '' })
  if (Array.isArray(decoded)) return readDecodedFields({ payload: decoded }, source)
  if (!isEmpty(decoded)) return readDecodedFields(record(decoded), source)
  return uplink['payload_hex'] === undefined ? EVENT : notDecoded(device)
}

/**
 * Converts `{ "temperature:1": { unitId, record, nature } }` to a list with names, values and
 * units.
 */
function pointsOf(points: Readonly<Record<string, unknown>>) {
  return Object.entries(points).flatMap(([key, told]) => {
    const { unitId, record: value, records, nature } = record(told)
    const name = (key.split(':')[0] ?? '').replace(/^co2Level$/, 'co2')
    const kind = truncate(textOf(nature), NATURE_MAXIMUM)
    // Keeps “room temperature”, but shortens “PM2.5 concentration” to “PM2.5”.
    const label = kind === '' ? name : TELLING.test(name) ? `${kind} ${name}` : kind
    // “state”, “count” and “GPS” are not units.
    const unit = textOf(unitId)
    const own = { name: label, unit: NOT_UNITS.has(unit) ? '' : unit }
    const timed = Array.isArray(records) ? records.slice(0, RECORDS_MAXIMUM).map(record) : []
    return [
      ...(value === undefined ? [] : [{ ...own, value }]),
      ...timed.map((one) => ({ ...own, value: one['value'], eventTime: one['eventTime'] })),
    ]
  })
}
const TELLING =
  /^(temperature|humidity|pressure|co2|illuminance|light|.*[eE]nergy|.*[pP]ower|leak|presence)$/
const NOT_UNITS = new Set(['state', 'count', 'GPS', 'index', '/'])
const RECORDS_MAXIMUM = 200
const NATURE_MAXIMUM = 60

/** The former console of Helium; its successor is ChirpStack 4. */
export function readHelium(payload: unknown): Measured {
  const message = record(payload)
  const device = message['dev_eui']
  if (device === undefined) return { fault: 'noReadings' }
  const decoded = record(message['decoded'])['payload']
  if (isEmpty(decoded)) return textOf(message['payload']) === '' ? EVENT : notDecoded(device)
  return readDecodedFields(record(decoded), {
    device,
    at: inMilliseconds(message['reported_at']),
    brand: '',
    gateways: [],
  })
}

/** LORIOT: `rx` is one uplink; `gw` is the same with its gateways. An application sends either or both. */
export function readLoriot(payload: unknown): Measured {
  const message = record(payload)
  const device = message['EUI']
  if (device === undefined || message['cmd'] === undefined) return { fault: 'noReadings' }
  if (message['cmd'] !== 'rx' && message['cmd'] !== 'gw') return EVENT
  const decoded = message['decoded']
  if (isEmpty(decoded)) return textOf(message['data']) === '' ? EVENT : notDecoded(device)
  return readDecodedFields(record(decoded), {
    device,
    at: inMilliseconds(message['ts']),
    brand: '',
    gateways: nearestFirst(message['gws'], (heard) => heard['gweui']),
  })
}

const inMilliseconds = (time: unknown) =>
  typeof time === 'number' ? (unixTime(time / 1_000) ?? undefined) : undefined

/** One event of a sensor. Touch and network-status events contain no measurements. */
export function readDisruptive(payload: unknown): Measured {
  const message = record(payload)
  const event = record(message['event'])
  const type = textOf(event['eventType'])
  const device = textOf(event['targetName']).split('/').at(-1)
  if (type === '' || !device) return { fault: 'noReadings' }
  const told = record(record(event['data'])[type])
  if (NOT_MEASURED.has(type)) return EVENT
  const { values, battery, unused, names } = valuesIn({ [type]: told }, disruptive)
  const at = told['updateTime'] ?? event['timestamp']
  const measurements = values.map((one) => placedValue(one, { device, at, battery, gateways: [] }))
  return {
    measurements,
    skipped: measurements.length === 0 ? 1 : 0,
    unused: unusedOf(device, measurements.length === 0 ? names : unused),
  }
}
const NOT_MEASURED = new Set([
  'touch',
  'networkStatus',
  'labelsChanged',
  'connectionStatus',
  'ethernetStatus',
  'cellularStatus',
  'connectionLatency',
])
