/**
 * Processes a gateway's report: authenticates the key, parses the format, passes it to the engine.
 * Unreadable reports are quarantined and counted.
 */
import { countOne, type Counts, type IgnoredReason } from '#contract/ingest/ignored.ts'
import type { ReadingFault, Unread } from '#contract/ingest/measurements.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import {
  readReport,
  reportFormats,
  type Read,
  type ReportFormat,
} from '#contract/ingest/reports.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { badInput } from '#kernel/http/errors.ts'
import { UnparsedBody } from '#kernel/http/unparsedBody.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { ingestAdverts } from '../positions/index.ts'
import { ingestReadings } from '../sensors/index.ts'
import { admitKey, type Admitted } from './keyCalls.ts'
import { toAsides, dueAsides } from './reportAsides.ts'
import { parseReport } from './reportText.ts'
import { quarantineReport, type Aside } from './quarantineReport.ts'
import { resolveSparkplug } from './sparkplugBirths.ts'
import type { Reason } from './toUnreadAbout.ts'

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
  newDevice: 'A gateway hears a device that measures. No sensor here reads it.',
  nothingRead: 'The report is empty, or nothing in it is a reading or a device.',
  deviceFault: 'The device reports a fault of its own.',
  notKept: 'The device sends more measurements than are kept to choose from.',
}
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
  unknownAdvert: 'The advertisement is in a format that is not known.',
  unknownObject: 'The packet has an object that is not known. What follows it is not read.',
  cutOff: 'The packet ends within an object.',
  emptyPacket: 'The packet has no measurements.',
  deviceFault: sentences.deviceFault,
  notKept: sentences.notKept,
  whichMetric: 'The device measures several things here: name the metric.',
  switchedOff: 'The sensor is switched off here.',
  twice: 'This reading had come before.',
}

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
const FORMAT_MAXIMUM = 40

export async function ingestPayload(
  kernel: Kernel,
  {
    bearer,
    from,
    format,
    payload,
  }: { bearer: string | null; from: string; format: string; payload: unknown },
) {
  const key = await admitKey(kernel, bearer, from)
  const told = payload instanceof UnparsedBody ? payload.text : payload
  if (typeof told !== 'string') return ingestReport(kernel, key, { format, payload, along: [] })
  const report = parseReport(told)
  if (report !== undefined)
    return ingestReport(kernel, key, { format, payload: report.value, along: [] })
  kernel.rates.take(['key', key.id], ['company', key.companyId])
  const asides = [{ reason: 'notJson', about: null } as const]
  await quarantineReport(kernel, key, { format, payload: told, asides })
  throw badInput('body', 'unreadable', sentences.notJson)
}

export async function ingestReport(
  kernel: Kernel,
  key: Admitted,
  { format, payload, along }: { format: string; payload: unknown; along: readonly string[] },
) {
  kernel.rates.take(['key', key.id], ['company', key.companyId])
  const layAside = (...asides: Aside[]) =>
    quarantineReport(kernel, key, { format, payload, asides })
  if (!isFormat(format)) {
    await layAside({ reason: 'unknownFormat', about: truncate(format, FORMAT_MAXIMUM) })
    throw badInput('params.format', 'unknownFormat', sentences.unknownFormat)
  }
  const readable =
    format === 'sparkplug' ? await resolveSparkplug(kernel, key.companyId, along, payload) : payload
  const report = readReport(format, readable, along)
  if ('fault' in report) {
    await layAside({ reason: report.fault, about: report.device || null })
    throw badInput('body', report.fault, sentences[report.fault])
  }
  const [first] = report.adverts
  if (first) kernel.rates.take(['gateway', `${key.companyId} ${first.gateway}`])
  const heard = await ingestAdverts(kernel, key.companyId, report.adverts, report.unread)
  const taken = await ingestReadings(kernel, key.companyId, report)
  const faults = [...report.faults, ...taken.faults]
  const isPassing = (device: string) => report.overheard.has(device) && !taken.known.has(device)
  // A sensor that reads an unknown name proves that the device is known.
  const isUsed = report.unused.some(({ label }) => taken.used.has(label))
  const unused = isUsed ? [] : report.unused
  const asides = dueAsides(kernel, key, [
    ...heard.unknownGateways
      .slice(0, EXAMPLES)
      .map((mac): Aside => ({ reason: 'unknownGateway', about: mac })),
    ...toAsides({ faults: [...faults, ...taken.notKept], unused, isPassing }),
    ...(hasNothing(report) ? [{ reason: 'nothingRead', about: null } as const] : []),
  ])
  await layAside(...asides)
  // A device may report measurements that the company does not use.
  const problems = problemsOf(
    faults.filter(({ device, fault }) => fault !== 'spareMeasurement' && !isPassing(device)),
  )
  const ignoredBecause = ignoredIn(
    heard.ignored,
    isUsed ? 0 : Math.max(report.skipped - report.unread.length, unused.length > 0 ? 1 : 0),
    faults.map(({ fault }) => fault),
  )
  if (report.isEvent) countOne(ignoredBecause, 'noMeasurements')
  const counts = {
    accepted: heard.accepted + taken.accepted,
    ignored: Object.values(ignoredBecause).reduce((sum, count) => sum + count, 0),
  }
  kernel.metrics.ingested(format, counts)
  return { ...counts, ignoredBecause, problems }
}

/**
 * True if the report contains nothing usable. False for adverts alone, and for messages known to
 * have no measurements.
 */
const hasNothing = (report: Exclude<Read, { fault: unknown }>): boolean =>
  !report.isEvent &&
  report.adverts.length + report.measurements.length + report.faults.length === 0 &&
  report.sealed.length + report.unread.length + report.unused.length === 0

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
