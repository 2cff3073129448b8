/**
 * Processes a gateway's report: authenticates the key, parses the format, passes it to the engine.
 * Unreadable reports are quarantined and counted.
 */
import { countOne, type Counts, type IgnoredReason } from '#contract/ingest/ignored.ts'
import type { ReadingFault } from '#contract/ingest/measurements.ts'
import { readReport, reportFormats, type ReportFormat } from '#contract/ingest/reports.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { badInput } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { ingestAdverts } from '../positions/index.ts'
import { ingestReadings, type Taken } from '../sensors/index.ts'
import { admitKey, type Admitted } from './keyCalls.ts'
import { setAside, type Reason } from './quarantine.ts'

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
}

const faultSentences: Record<ReadingFault, string> = {
  notAReading: 'The sensor id is missing or invalid.',
  notANumber: 'The value is not a number.',
  unknownMetric: 'There is no such metric.',
  notAMoment: 'The timestamp is invalid. Use ISO 8601, or omit it for the current time.',
  fromFuture: 'The time lies in the future. Set the clock of the device.',
  tooOld: 'The time lies before any sensor. Set the clock of the device.',
  beyondRange: 'The value lies beyond what the type of the sensor can measure.',
  unknownSensor: sentences.unknownSensor,
  whichMetric: 'The device measures several things here: name the metric.',
  switchedOff: 'The sensor is switched off here.',
  twice: 'This reading had come before.',
}

/** Each kind of error once, with some of its subjects. */
function problemsOf(faults: Taken['faults']) {
  const found = new Map<ReadingFault, { count: number; about: Set<string> }>()
  for (const { fault, about } of faults) {
    const one = found.get(fault) ?? { count: 0, about: new Set<string>() }
    one.count += 1
    if (about !== '' && one.about.size < EXAMPLES) one.about.add(about)
    found.set(fault, one)
  }
  return [...found].map(([code, { count, about }]) => ({
    code,
    message: faultSentences[code],
    count,
    about: [...about],
  }))
}
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
  const report = readReport(format, payload, along)
  if ('fault' in report) {
    await layAside(report.fault, null)
    throw badInput('body', report.fault, sentences[report.fault])
  }
  const [first] = report.adverts
  if (first) kernel.rates.take(['gateway', `${key.companyId} ${first.gateway}`])
  const heard = await ingestAdverts(kernel, key.companyId, report.adverts, report.unread)
  for (const mac of heard.unknownGateways.slice(0, EXAMPLES)) await layAside('unknownGateway', mac)
  const taken = await ingestReadings(kernel, key.companyId, report.measurements)
  const faults = [...report.faults.map((fault) => ({ fault, about: '' })), ...taken.faults]
  const problems = problemsOf(
    faults.filter(({ fault, about }) => fault !== 'unknownSensor' || !report.overheard.has(about)),
  )
  for (const { code, about } of problems) {
    if (code === 'unknownSensor')
      for (const device of about) await layAside('unknownSensor', device)
    else if (code !== 'twice') await layAside('badReadings', code)
  }
  if (report.unused.length > 0)
    await layAside('unknownNames', truncate(report.unused.toSorted().join(', '), MAX_ABOUT))
  const ignoredBecause = ignoredIn(
    heard.ignored,
    report.skipped - report.unread.length,
    faults.map(({ fault }) => fault),
  )
  const counts = {
    accepted: heard.accepted + taken.accepted,
    ignored: Object.values(ignoredBecause).reduce((sum, count) => sum + count, 0),
  }
  kernel.metrics.ingested(format, counts)
  return { ...counts, ignoredBecause, problems }
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
