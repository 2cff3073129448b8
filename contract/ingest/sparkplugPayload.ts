/** Decodes the payload of Sparkplug B (Eclipse Sparkplug 3.0, section 6.4) to plain data. */
import { readDouble, fieldsOf, readFloat, readText, type Field } from './protobuf.ts'

export interface SparkplugMetric {
  /** Null if the message has only the alias. */
  name: string | null
  /** Defined by the birth of the edge node or device. Text, because it has 64 bits. */
  alias: string | null
  /** Sparkplug's type number; null if only the birth states it. */
  type: number | null
  /** ISO 8601, UTC. */
  at: string | null
  /** Null: the metric has no value. Undefined: the value is not a number, boolean or text. */
  value?: number | boolean | string | null
  /** Bits of an integer as text, until the type is known. */
  integer?: string
  /** Engineering unit; empty if the metric states none. */
  unit: string
}
export interface SparkplugPayload {
  at: string | null
  metrics: SparkplugMetric[]
}

/** Maximum metrics per message. A longer message is refused. */
const METRICS_MAXIMUM = 5_000
const FIELDS_MAXIMUM = 200
const NAME_MAXIMUM = 200
const LAST_MOMENT = 253_402_300_800_000

/** Returns null if the bytes are not a payload of Sparkplug B. */
export function readSparkplugPayload(data: Uint8Array): SparkplugPayload | null {
  const fields = fieldsOf(data, METRICS_MAXIMUM + FIELDS_MAXIMUM)
  if (fields === null || fields.length === 0) return null
  const metrics: SparkplugMetric[] = []
  let at: string | null = null
  for (const field of fields) {
    if (field.number === 1 && field.kind === 'varint') at = momentIn(field.value)
    if (field.number !== 2) continue
    const metric = field.kind === 'bytes' ? metricIn(field.value) : null
    if (metric === null) return null
    metrics.push(metric)
  }
  return metrics.length > METRICS_MAXIMUM ? null : { at, metrics }
}

const UUID = 4
const BODY = 5
const COMPRESSED = 'SPBV1.0_COMPRESSED'

/** Clients of Eclipse Tahu may send a payload compressed within another. */
export function compressedIn(data: Uint8Array): Uint8Array | null {
  const bytesOf = (number: number) => {
    const field = fieldsOf(data, FIELDS_MAXIMUM)?.find((one) => one.number === number)
    return field?.kind === 'bytes' ? field.value : new Uint8Array()
  }
  return readText(bytesOf(UUID)) === COMPRESSED ? bytesOf(BODY) : null
}

const momentIn = (millis: bigint): string | null =>
  millis > 0n && millis < LAST_MOMENT ? new Date(Number(millis)).toISOString() : null

function metricIn(data: Uint8Array): SparkplugMetric | null {
  const fields = fieldsOf(data, FIELDS_MAXIMUM)
  if (fields === null) return null
  const metric: SparkplugMetric = { name: null, alias: null, type: null, at: null, unit: '' }
  for (const field of fields)
    if (field.kind === 'varint') readNumber(metric, field)
    else if (field.kind === 'bytes') readBytes(metric, field)
    else if (field.kind === 'fixed32' && field.number === 12)
      // rounded to the precision of a float
      metric.value = numeric(Number(readFloat(field.value).toPrecision(7)))
    else if (field.kind === 'fixed64' && field.number === 13)
      metric.value = numeric(readDouble(field.value))
  return metric
}

/** NaN and infinity cannot be written in JSON. Both mean a missing value. */
const numeric = (value: number): number | null => (Number.isFinite(value) ? value : null)

function readNumber(metric: SparkplugMetric, { number, value }: Field & { kind: 'varint' }): void {
  if (number === 2) metric.alias = String(value)
  else if (number === 3) metric.at = momentIn(value)
  else if (number === 4) metric.type = Number(value)
  else if (number === 7 && value !== 0n) metric.value = null
  else if (number === 10 || number === 11) metric.integer = String(value)
  else if (number === 14) metric.value = value !== 0n
}

function readBytes(
  metric: SparkplugMetric,
  { number, value }: Extract<Field, { value: Uint8Array }>,
): void {
  if (number === 1) metric.name = readText(value.subarray(0, NAME_MAXIMUM))
  else if (number === 9) metric.unit = unitIn(value)
  else if (number === 15) metric.value = readText(value.subarray(0, NAME_MAXIMUM))
}

const UNIT_NAMES = ['engunit', 'engineeringunits', 'units', 'unit']

/** Reads the unit from the properties: keys (1) and values (2) are in the same order. */
function unitIn(data: Uint8Array): string {
  const fields = fieldsOf(data, FIELDS_MAXIMUM) ?? []
  const bytesOf = (number: number) =>
    fields.flatMap((one) => (one.number === number && one.kind === 'bytes' ? [one.value] : []))
  const at = bytesOf(1).findIndex((key) =>
    UNIT_NAMES.includes(readText(key).toLowerCase().replace(/[ _]/g, '')),
  )
  const value = bytesOf(2)[at]
  const told = value === undefined ? [] : (fieldsOf(value, FIELDS_MAXIMUM) ?? [])
  const text = told.find((one) => one.number === 8 && one.kind === 'bytes')
  return text?.kind === 'bytes' ? readText(text.value.subarray(0, 20)) : ''
}

const [INT8, INT16, INT32, INT64, DATE_TIME] = [1, 2, 3, 4, 13]

/** Interprets an integer by its type: signed integers arrive as unsigned bits. */
export function integerOf(bits: string, type: number | null): number | undefined {
  const value = BigInt(bits)
  if (type === DATE_TIME) return undefined
  const signed = type === INT8 ? 8 : type === INT16 ? 16 : type === INT32 ? 32 : 64
  const isSigned = type === INT8 || type === INT16 || type === INT32 || type === INT64
  return Number(isSigned ? BigInt.asIntN(signed, value) : value)
}
