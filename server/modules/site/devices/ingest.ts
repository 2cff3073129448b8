/**
 * Processes a gateway's report: authenticates the key, parses the format, passes it to the engine.
 * Unreadable reports are quarantined and counted.
 */
import { countOne, type Counts, type IgnoredReason } from '#contract/ingest/ignored.ts'
import type { ReadingFault, Unread } from '#contract/ingest/measurements.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { readReport, reportFormats, type ReportFormat } from '#contract/ingest/reports.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { badInput } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { ingestAdverts } from '../positions/index.ts'
import { ingestReadings } from '../sensors/index.ts'
import { admitKey, type Admitted } from './keyCalls.ts'
import { setAside, type Reason } from './quarantine.ts'
import { resolveSparkplug } from './sparkplugBirths.ts'

const sentences: Record<Reason, string> = {
  notJson: 'The report is not valid JSON.',
  unknownFormat: `No such format. Known are: ${reportFormats.join(', ')}.`,
  notAList: 'A Minew report is a list whose first element is the gateway.',
  noGateway: 'The report does not name its gateway by its address.',
  noReadings: 'The report has no list of readings.',
  tooMany: 'The report has too many readings. Send at most 5,000 at once.',
  unknownGateway: 'This gateway is not known here. Add it first.',
  notDecoded: 'The payload is not decoded. Give the device its decoder in the network that sends.',
  unknownSensor: 'This sensor is not known here. Add it first.',
  badReadings: 'Some readings of the report were not accepted.',
  unknownNames: 'The report has values under names that are not known here.',
  spareMeasurements: 'The device measures more than its sensors here read.',
  noKey: 'The device encrypts its measurements. Give its sensor the encryption key.',
  wrongKey: 'The encryption key of the sensor does not open what the device sends.',
  replayed: 'The counter of an encrypted packet is older than the last one.',
  unknownAlias: 'The metric has an alias that no birth defined. Let the edge node send its birth.',
  notSparkplug: 'The message is not a payload of Sparkplug B.',
  notEncrypted: 'The sensor has an encryption key, and its device sent without encryption.',
}
/** Reasons that a device repeats with each of its packets. */
const repeated: readonly Reason[] = [
  'spareMeasurements',
  'noKey',
  'wrongKey',
  'replayed',
  'notEncrypted',
  'unknownAlias',
]

const faultSentences: Record<ReadingFault, string> = {
  notAReading: 'The sensor id is missing or invalid.',
  notANumber: 'The value is not a number.',
  notAvailable: 'The device says that it has no value.',
  implausible: 'The value lies beyond what is physically possible.',
  unknownMetric: 'There is no such metric.',
  notAMoment: 'The timestamp is invalid. Use ISO 8601, or omit it for the current time.',
  fromFuture: 'The time lies in the future. Set the clock of the device.',
  tooOld: 'The time lies before any sensor. Set the clock of the device.',
  beyondRange: 'The value lies beyond what the type of the sensor can measure.',
  unknownSensor: sentences.unknownSensor,
  noKey: sentences.noKey,
  wrongKey: sentences.wrongKey,
  replayed: sentences.replayed,
  notEncrypted: sentences.notEncrypted,
  unknownAlias: sentences.unknownAlias,
  spareMeasurement: 'The device is known, and no sensor reads this measurement. Add one.',
  whichMetric: 'The device measures several things here: name the metric.',
  switchedOff: 'The sensor is switched off here.',
  twice: 'This reading had come before.',
}

/** Each kind of error once, with some of its devices. */
function problemsOf(faults: readonly Unread[]) {
  return [...groupBy(faults, ({ fault }) => fault)].map(([code, some]) => ({
    code,
    message: faultSentences[code],
    count: some.length,
    about: distinct(some.map(({ device }) => device)).slice(0, EXAMPLES),
  }))
}
const distinct = (texts: readonly string[]) => [...new Set(texts)].filter((one) => one !== '')
const EXAMPLES = 20
const MAX_ABOUT = 200

export async function receive(
  kernel: Kernel,
  {
    bearer,
    from,
    format,
    payload,
  }: { bearer: string | null; from: string; format: string; payload: unknown },
) {
  return ingestReport(kernel, await admitKey(kernel, bearer, from), { format, payload, along: [] })
}

/** A report of an authenticated key, over HTTP or MQTT. */
export async function ingestReport(
  kernel: Kernel,
  key: Admitted,
  { format, payload, along }: { format: string; payload: unknown; along: readonly string[] },
) {
  kernel.rates.take(['key', key.id], ['company', key.companyId])
  const layAside = (reason: Reason, about: string | null) =>
    setAside(kernel, key, { format, reason, about, payload })
  if (!isFormat(format)) {
    await layAside('unknownFormat', truncate(format, 40))
    throw badInput('params.format', 'unknownFormat', sentences.unknownFormat)
  }
  const readable =
    format === 'sparkplug' ? await resolveSparkplug(kernel, key.companyId, along, payload) : payload
  const report = readReport(format, readable, along)
  if ('fault' in report) {
    await layAside(report.fault, null)
    throw badInput('body', report.fault, sentences[report.fault])
  }
  const [first] = report.adverts
  if (first) kernel.rates.take(['gateway', `${key.companyId} ${first.gateway}`])
  const heard = await ingestAdverts(kernel, key.companyId, report.adverts, report.unread)
  for (const mac of heard.unknownGateways.slice(0, EXAMPLES)) await layAside('unknownGateway', mac)
  const taken = await ingestReadings(kernel, key.companyId, report)
  const faults = [...report.faults, ...taken.faults]
  const ours = faults.filter(
    ({ device }) => taken.known.has(device) || !report.overheard.has(device),
  )
  // A device may measure more than a company needs.
  const problems = problemsOf(ours.filter(({ fault }) => fault !== 'spareMeasurement'))
  for (const { reason, about } of asideOf(ours)) {
    const times = repeated.includes(reason) ? repeats(kernel, key, `${reason} ${about}`) : 1
    if (times > 0) await setAside(kernel, key, { format, reason, about, payload, times })
  }
  const unused =
    taken.used.size > 0 && report.unused.some((name) => taken.used.has(name)) ? [] : report.unused
  if (unused.length > 0)
    await layAside('unknownNames', truncate(unused.toSorted().join(', '), MAX_ABOUT))
  const ignoredBecause = ignoredIn(
    heard.ignored,
    report.unused.length > 0 && unused.length === 0
      ? 0
      : Math.max(report.skipped - report.unread.length, unused.length > 0 ? 1 : 0),
    faults.map(({ fault }) => fault),
  )
  const counts = {
    accepted: heard.accepted + taken.accepted,
    ignored: Object.values(ignoredBecause).reduce((sum, count) => sum + count, 0),
  }
  kernel.metrics.ingested(format, counts)
  return { ...counts, ignoredBecause, problems }
}

/** Faults that are listed by device. The others are listed by their names. */
const ofDevice: Partial<Record<ReadingFault, Reason>> = {
  unknownSensor: 'unknownSensor',
  spareMeasurement: 'spareMeasurements',
  noKey: 'noKey',
  wrongKey: 'wrongKey',
  replayed: 'replayed',
  notEncrypted: 'notEncrypted',
  unknownAlias: 'unknownAlias',
}

/** What of a report stands in Set aside: by device and names, or by the fault and names. */
function asideOf(faults: readonly Unread[]): { reason: Reason; about: string }[] {
  const found: { reason: Reason; about: string }[] = []
  const namesOf = (some: readonly Unread[]) => distinct(some.map(({ label }) => label)).join(', ')
  for (const [code, some] of groupBy(faults, ({ fault }) => fault)) {
    if (code === 'twice' || code === 'notAvailable') continue
    const reason = ofDevice[code]
    if (reason === undefined) {
      const names = namesOf(some)
      found.push({ reason: 'badReadings', about: names === '' ? code : `${code}: ${names}` })
      continue
    }
    for (const [device, own] of [...groupBy(some, (one) => one.device)].slice(0, EXAMPLES)) {
      const names = reason === 'unknownSensor' ? '' : namesOf(own)
      found.push({ reason, about: names === '' ? device : `${device}: ${names}` })
    }
  }
  return found.map(({ reason, about }) => ({ reason, about: truncate(about, MAX_ABOUT) }))
}

/** Milliseconds. A device repeats its spare measurements with each report. */
const REPEATED = 60_000
const REMEMBERED = 5_000
const spares = new WeakMap<Kernel, Map<string, { at: number; count: number }>>()

/** How often it came since it was written last; 0 if that was just now. */
function repeats(kernel: Kernel, { id }: Admitted, about: string): number {
  const known = spares.get(kernel) ?? new Map<string, { at: number; count: number }>()
  spares.set(kernel, known)
  const name = `${id} ${about}`
  const now = kernel.clock.now().getTime()
  const before = known.get(name)
  if (before !== undefined && Math.abs(now - before.at) < REPEATED) {
    before.count += 1
    return 0
  }
  known.delete(name)
  known.set(name, { at: now, count: 0 })
  const oldest = known.size > REMEMBERED ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
  return (before?.count ?? 0) + 1
}

function ignoredIn(
  ofAdverts: Counts<IgnoredReason>,
  notUnderstood: number,
  ofReadings: readonly ReadingFault[],
): Counts<IgnoredReason> {
  const counts = { ...ofAdverts }
  for (const fault of ofReadings) countOne(counts, fault)
  return notUnderstood > 0 ? { ...counts, notUnderstood } : counts
}

const isFormat = (format: string): format is ReportFormat =>
  reportFormats.some((known) => known === format)
