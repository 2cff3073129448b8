/** Parses messages of The Things Stack v3. */
import {
  EVENT,
  isBlank,
  isEmpty,
  nearestFirst,
  notDecoded,
  readDecodedFields,
  textOf,
  unusedOf,
  type Measured,
} from './devices.ts'
import { record } from './fields.ts'
import { NORMALIZED } from './profiles/lorawanFurther.ts'

/** One uplink, or one normalized payload. Joins and similar messages contain no measurements. */
export function readTtn(payload: unknown): Measured {
  const message = record(payload)
  const ids = record(message['end_device_ids'])
  if (Object.keys(ids).length === 0) return { fault: 'noReadings' }
  const told = message['uplink_message'] ?? message['uplink_normalized']
  if (told === undefined) return EVENT
  const uplink = record(told)
  const source: Source = {
    device: ids['dev_eui'] ?? ids['device_id'],
    at: uplink['received_at'] ?? message['received_at'],
    brand: ['brand_id', 'model_id']
      .map((key) => textOf(record(uplink['version_ids'])[key]))
      .join(' '),
    gateways: nearestFirst(uplink['rx_metadata'], (heard) => record(heard['gateway_ids'])['eui']),
    charge: record(uplink['last_battery_percentage'])['value'],
  }
  const decoded = uplink['decoded_payload']
  const normalized = readNormalized(uplink['normalized_payload'], source)
  if (isEmpty(decoded)) {
    if (normalized !== null) return normalized
    return isBlank(uplink['frm_payload']) ? EVENT : notDecoded(source.device)
  }
  const read = readDecodedFields(record(decoded), source)
  // The names of the network count only if those of the decoder are unknown.
  return 'fault' in read || read.skipped === 0 ? read : (normalized ?? read)
}

type Source = Parameters<typeof readDecodedFields>[1]

/** A list, or one measurement. Measurements of a list have their own times, or are samples. */
function readNormalized(told: unknown, source: Source): Measured | null {
  const rows = (Array.isArray(told) ? told : [told]).map(record)
  const timed = rows.filter((row) => !isEmpty(row) && (rows.length === 1 || isTimed(row)))
  const read = timed.map(({ time, ...row }) =>
    readDecodedFields(row, { ...source, at: time ?? source.at, brand: NORMALIZED }),
  )
  const all = read.flatMap((one) => ('fault' in one || one.skipped > 0 ? [] : [one]))
  if (all.length === 0) return null
  return {
    measurements: all.flatMap(({ measurements }) => measurements),
    skipped: rows.length - all.length,
    unused: [
      ...all.flatMap(({ unused }) => unused),
      ...unusedOf(source.device, rows.length > timed.length ? ['normalized_payload'] : []),
    ],
  }
}
const isTimed = ({ time }: Readonly<Record<string, unknown>>) => typeof time === 'string'
