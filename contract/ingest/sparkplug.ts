/**
 * Parses messages of Sparkplug B: edge nodes and their devices. The topic is
 * FORMAT/spBv1.0/GROUP/TYPE/NODE/DEVICE, as an edge node or the bridge of a broker publishes it.
 * Aliases are resolved by the last birth, which the caller keeps.
 */
import { valuesIn } from './decoded.ts'
import { EVENT, unusedOf, type Measured, type UnusedName } from './devices.ts'
import { deviceIdOf, placedValue, type Measurement, type Unread } from './measurements.ts'
import { freelyNamed } from './profiles/freelyNamed.ts'
import { integerOf, type SparkplugMetric, type SparkplugPayload } from './sparkplugPayload.ts'

const types = ['NBIRTH', 'DBIRTH', 'NDATA', 'DDATA', 'NDEATH', 'DDEATH'] as const
export interface SparkplugTopic {
  type: (typeof types)[number]
  /** GROUP/NODE, in the device's own spelling. */
  node: string
  /** Null for the edge node itself. */
  device: string | null
}

/** True for commands and host states, which no device sends. */
export const isSparkplugCommand = (along: readonly string[]): boolean =>
  along.some((level, at) => at < 3 && ['NCMD', 'DCMD', 'STATE'].includes(level))

/** Parses a topic. Returns null for commands, host states and other topics. */
export function sparkplugTopic(along: readonly string[]): SparkplugTopic | null {
  const levels = along[0]?.toLowerCase() === 'spbv1.0' ? along.slice(1) : along
  const [group, type, node, device] = levels
  const known = types.find((one) => one === type)
  if (group === undefined || node === undefined || known === undefined || levels.length > 4)
    return null
  const isOfDevice = known.startsWith('D')
  if (isOfDevice !== (device !== undefined)) return null
  return { type: known, node: `${group}/${node}`, device: device ?? null }
}

interface BornMetric {
  name: string
  alias: string | null
  type: number | null
  unit: string
}
export interface Birth {
  /** The edge node's session: the death of an older session is ignored. Null if not stated. */
  session: string | null
  metrics: BornMetric[]
}

/** Metrics about the node itself: session, commands and make. */
const ofNode = /^(bdSeq$|Node Control\/|Device Control\/|Node Info\/|Properties\/)/i
const SESSION = 'bdSeq'
/** Maximum stored metrics per birth. */
const BORN_MAXIMUM = 2_000

export const sessionIn = ({ metrics }: SparkplugPayload): string | null =>
  metrics.find(({ name }) => name === SESSION)?.integer ?? null

export const readBirth = (payload: SparkplugPayload): Birth => ({
  session: sessionIn(payload),
  metrics: payload.metrics
    .flatMap(({ name, alias, type, unit }) =>
      name === null || ofNode.test(name) ? [] : [{ name, alias, type, unit }],
    )
    .slice(0, BORN_MAXIMUM),
})

export const deadMetrics = ({ metrics }: Birth): SparkplugMetric[] =>
  metrics.map((one) => ({ ...one, at: null, value: null }))

/** A message with the births that its aliases refer to, one part per node or device. */
export class ResolvedSparkplug {
  constructor(
    readonly parts: readonly {
      of: Pick<SparkplugTopic, 'node' | 'device'>
      payload: SparkplugPayload
      birth: Birth | null
    }[],
  ) {}
}

export function readResolved(payload: unknown): Measured {
  if (!(payload instanceof ResolvedSparkplug)) return { fault: 'noReadings' }
  const read = payload.parts.map((part) => readSparkplug(part.of, part.payload, part.birth))
  const measurements = read.flatMap((part) => part.measurements)
  const unused = read.flatMap((part) => part.unused)
  // Sessions, births without measurements, and deaths without a birth.
  if (measurements.length + unused.length === 0) return EVENT
  return { measurements, unused, skipped: 0 }
}

interface SparkplugRead {
  measurements: (Measurement | Unread)[]
  unused: UnusedName[]
}

/** `birth`: the last birth of the node or device, if one was received. */
function readSparkplug(
  { node, device }: Pick<SparkplugTopic, 'node' | 'device'>,
  payload: SparkplugPayload,
  birth: Birth | null,
): SparkplugRead {
  const id = device === null ? node : `${node}/${device}`
  const read: SparkplugRead = { measurements: [], unused: [] }
  const byAlias = new Map(birth?.metrics.map((one) => [one.alias, one]))
  const byName = new Map(birth?.metrics.map((one) => [one.name, one]))
  for (const metric of payload.metrics) {
    const born = metric.name === null ? byAlias.get(metric.alias) : byName.get(metric.name)
    const name = metric.name ?? born?.name
    if (name === undefined) {
      read.measurements.push({
        fault: 'unknownAlias',
        device: deviceIdOf(id) ?? '',
        label: `#${metric.alias ?? ''}`,
      })
      continue
    }
    const value = valueOf(metric, born)
    if (ofNode.test(name)) continue
    if (value === undefined) {
      if (isCompound(metric.type ?? born?.type ?? null)) read.unused.push(...unusedOf(id, [name]))
    } else
      read.measurements.push(
        ...placed(
          id,
          name,
          { value, unit: metric.unit || (born?.unit ?? '') },
          metric.at ?? payload.at,
        ),
      )
  }
  return read
}

const valueOf = (
  { value, integer, type }: SparkplugMetric,
  born: BornMetric | undefined,
): SparkplugMetric['value'] =>
  integer === undefined ? value : integerOf(integer, type ?? born?.type ?? null)

const DATA_SET = 16
/** Data sets, bytes, files, templates and arrays do not hold a single value. */
const isCompound = (type: number | null) => type !== null && type >= DATA_SET

const placed = (device: string, name: string, told: object, at: string | null) =>
  valuesIn({ [name]: told }, freelyNamed).values.map((one) =>
    placedValue(one, { device, at, battery: null, gateways: [] }),
  )
