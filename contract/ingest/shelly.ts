/**
 * Parses what Shelly devices from the second generation on measure themselves, over MQTT:
 * `NotifyStatus` and `NotifyFullStatus` on PREFIX/events/rpc, and components on
 * PREFIX/status/COMPONENT. Their Bluetooth reports are in scanners.ts.
 */
import { valuesIn } from './decoded.ts'
import { EVENT, unusedOf, type Measured } from './devices.ts'
import { macOf, record, unixTime } from './fields.ts'
import { placedValue, type Unread } from './measurements.ts'
import { shellyRpc } from './profiles/shelly.ts'

/**
 * Components with measurements. The other components are about the device itself, such as `wifi`
 * and `sys`.
 */
const measuring =
  /^(temperature|humidity|illuminance|flood|smoke|presence|devicepower|voltmeter|input|switch|pm1|cover|light|em|em1|emdata|em1data|bthomesensor|number):\d+$/
/** In these models `temperature:0` is their own electronics. Probes have numbers from 100. */
const warmsItself = /^shellypro(3em|em)/i

type Fields = Readonly<Record<string, unknown>>

/** Returns null if the message is not a status of the device itself. */
export function readShellyStatus(payload: unknown, along: readonly string[]): Measured | null {
  const message = record(payload)
  const at = along.lastIndexOf('status')
  const component = along[at + 1]
  if (at > 0 && component !== undefined)
    return measuredIn({ [component]: payload }, { source: along[at - 1] ?? '', along, at: null })
  if (message['method'] !== 'NotifyStatus' && message['method'] !== 'NotifyFullStatus') return null
  const { ts, ...components } = record(message['params'])
  return measuredIn(components, {
    source: typeof message['src'] === 'string' ? message['src'] : (along[0] ?? ''),
    along,
    at: unixTime(ts),
  })
}

function measuredIn(
  components: Fields,
  { source, along, at }: { source: string; along: readonly string[]; at: string | null },
): Measured {
  const own = Object.entries(components).filter(([name]) => measuring.test(name))
  if (own.length === 0) return EVENT
  const fields = Object.fromEntries(
    own
      .filter(([name]) => !(name === 'temperature:0' && warmsItself.test(source)))
      .map(([name, told]) => [name, withFaults(name, record(told))]),
  )
  const { values, battery, unused } = valuesIn(fields, shellyRpc)
  const faults = own.flatMap(([name, told]) =>
    errorsOf(record(told)).map((error): Unread => ({
      fault: 'deviceFault',
      device: '',
      label: `${name} ${error}`,
    })),
  )
  const device = addressIn(source, components) ?? (macOf(along[0]) || source)
  const measurements = [...values, ...faults].map((one) =>
    placedValue(one, { device, at, battery, gateways: [] }),
  )
  return { measurements, skipped: 0, unused: unusedOf(device, unused) }
}

const ERRORS_MAXIMUM = 10
/** Errors that a component reports about itself, such as `out_of_range` or `overtemp`. */
const errorsOf = ({ errors }: Fields): string[] =>
  (Array.isArray(errors) ? (errors as unknown[]) : [])
    .filter((one) => typeof one === 'string')
    .slice(0, ERRORS_MAXIMUM)

/** Marks a component without a value: an unplugged cable, or a battery beside external power. */
function withFaults(name: string, told: Fields): Fields {
  const { errors: _errors, ...fields } = told
  if (name.startsWith('flood:') && errorsOf(told).includes('cable_unplugged'))
    return { ...fields, alarm: null }
  if (name.startsWith('devicepower:') && record(fields['external'])['present'] === true)
    return { ...fields, battery: { ...record(fields['battery']), percent: null } }
  return fields
}

/** like shellyplusht-b8d61a8b17cc */
const addressIn = (source: string, components: Fields): string | null =>
  macOf(/-([0-9a-f]{12})$/i.exec(source)?.[1]) ?? macOf(record(components['sys'])['mac'])
