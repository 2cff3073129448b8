/**
 * A gateway's report: admitted by its key, read by its format, handed to the engine. What cannot be
 * read is laid aside and counted.
 */
import { and, count as counted, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import type { quarantineReasons } from '#contract/devices'
import type { ReadingFault } from '#contract/ingest/measurements'
import { understoodIn } from '#contract/ingest/preview'
import { readReport, reportFormats, type ReportFormat } from '#contract/ingest/reports'
import { apiKey, quarantine } from '../../db/schema/index.ts'
import { badInput } from '../../kernel/errors.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { inCompany } from '../../kernel/transaction.ts'
import { hear } from '../rtls/index.ts'
import { takeReadings, type Taken } from '../sensors/index.ts'
import { admitKey, type Admitted } from './keyCalls.ts'

type Reason = (typeof quarantineReasons)[number]

const PAYLOAD_MAXIMUM = 4_000
/** The newest are kept: a gateway gone wild must not fill the house. */
const KEPT = 200

const sentences: Record<Reason, string> = {
  notJson: 'The report is no JSON.',
  unknownFormat: `No such format. Known are: ${reportFormats.join(', ')}.`,
  notAList: 'A Minew report is a list whose first element is the gateway.',
  noGateway: 'The report does not name its gateway by its address.',
  noReadings: 'The report has no list of readings.',
  tooMany: 'The report has too many readings. Send at most 5,000 at once.',
  unknownGateway: 'This gateway is not known here. Add it first.',
  notDecoded: 'The payload is not decoded. Give the device its decoder in the network that sends.',
  unknownSensor: 'This sensor is not known here. Add it first.',
  badReadings: 'Some readings of the report could not be taken.',
}

const faultSentences: Record<ReadingFault, string> = {
  notAReading: 'The id of a sensor is missing, or is none.',
  notANumber: 'The value is not a number.',
  unknownMetric: 'There is no such metric.',
  notAMoment: 'The time is not one: ISO 8601, or nothing for now.',
  fromFuture: 'The time lies in the future. Set the clock of the device.',
  tooOld: 'The time lies before any sensor. Set the clock of the device.',
  beyondRange: 'The value lies beyond what the type of the sensor can measure.',
  unknownSensor: sentences.unknownSensor,
  whichMetric: 'The device measures several things here: name the metric.',
  switchedOff: 'The sensor is switched off here.',
  twice: 'This reading had come before.',
}

/** Each kind of fault once, with some of those it was about. */
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

export async function receive(
  kernel: Kernel,
  {
    bearer,
    from,
    format,
    payload,
  }: { bearer: string | null; from: string; format: string; payload: unknown },
) {
  return takeReport(kernel, await admitKey(kernel, bearer, from), { format, payload, along: [] })
}

/** A report of a key that was let in, whichever way it came. */
export async function takeReport(
  kernel: Kernel,
  key: Admitted,
  { format, payload, along }: { format: string; payload: unknown; along: readonly string[] },
) {
  kernel.rates.take(['key', key.id], ['company', key.companyId])
  const layAside = (reason: Reason, about: string | null) =>
    keepAside(kernel, key, { format, reason, about, payload })
  if (!isFormat(format)) {
    await layAside('unknownFormat', format.slice(0, 40))
    throw badInput('params.format', 'unknownFormat', sentences.unknownFormat)
  }
  const report = readReport(format, payload, along)
  if ('fault' in report) {
    await layAside(report.fault, null)
    throw badInput('body', report.fault, sentences[report.fault])
  }
  const [first] = report.adverts
  if (first) kernel.rates.take(['gateway', `${key.companyId} ${first.gateway}`])
  const { accepted, ignored, unknownGateways } = await hear(kernel, key.companyId, report.adverts)
  for (const mac of unknownGateways.slice(0, EXAMPLES)) await layAside('unknownGateway', mac)
  const taken = await takeReadings(kernel, key.companyId, report.measurements)
  const faults = [...report.faults.map((fault) => ({ fault, about: '' })), ...taken.faults]
  const problems = problemsOf(
    faults.filter(({ fault, about }) => fault !== 'unknownSensor' || !report.overheard.has(about)),
  )
  for (const { code, about } of problems) {
    if (code === 'unknownSensor')
      for (const device of about) await layAside('unknownSensor', device)
    else if (code !== 'twice') await layAside('badReadings', code)
  }
  const counts = {
    accepted: accepted + taken.accepted,
    ignored: ignored + report.skipped + faults.length,
  }
  kernel.metrics.ingested(format, counts)
  return { ...counts, problems }
}

const isFormat = (format: string): format is ReportFormat =>
  reportFormats.some((known) => known === format)

export async function keepAside(
  kernel: Kernel,
  key: Admitted,
  {
    format,
    reason,
    about,
    payload,
  }: { format: string; reason: Reason; about: string | null; payload: unknown },
): Promise<void> {
  const text = Buffer.from(
    (reason === 'notJson' ? String(payload) : (JSON.stringify(payload) ?? ''))
      .replaceAll(/\\u0000|\0/g, '')
      .slice(0, PAYLOAD_MAXIMUM),
  ).toString() // half a character at the cut becomes a whole mark
  const receivedAt = kernel.clock.now()
  await inCompany(kernel.pool, key.companyId, async (db) => {
    const same = and(
      eq(quarantine.companyId, key.companyId),
      eq(quarantine.apiKeyId, key.id),
      eq(quarantine.format, format.slice(0, 40)),
      eq(quarantine.reason, reason),
      sql`coalesce(${quarantine.about}, '') = ${about ?? ''}`,
    )
    const again = await db
      .update(quarantine)
      .set({ times: sql`${quarantine.times} + 1`, receivedAt, payload: text })
      .where(same)
      .returning({ id: quarantine.id })
    if (again.length > 0) return
    await db
      .insert(quarantine)
      .values({
        companyId: key.companyId,
        apiKeyId: key.id,
        format: format.slice(0, 40),
        reason,
        about,
        payload: text,
        receivedAt,
      })
      .onConflictDoNothing()
    const old = db
      .select({ id: quarantine.id })
      .from(quarantine)
      .where(eq(quarantine.companyId, key.companyId))
      .orderBy(desc(quarantine.receivedAt))
      .offset(KEPT)
    await db
      .delete(quarantine)
      .where(and(eq(quarantine.companyId, key.companyId), inArray(quarantine.id, old)))
  })
}

export async function listQuarantine(
  { db, actor: { companyId } }: Scope,
  {
    limit,
    offset,
    search,
    ids,
  }: {
    limit: number
    offset: number
    search?: string | undefined
    ids?: readonly Id<'quarantine'>[] | undefined
  },
) {
  const where = and(
    eq(quarantine.companyId, companyId),
    search === undefined
      ? undefined
      : sql`strpos(lower(${quarantine.format} || ' ' || coalesce(${quarantine.about},
        '') || ' ' || ${quarantine.payload}),
        ${search.toLowerCase()}) > 0`,
    ids && inArray(quarantine.id, [...ids]),
  )
  const [total] = await db.select({ n: counted() }).from(quarantine).where(where)
  const rows = await db
    .select({ row: quarantine, keyName: apiKey.name })
    .from(quarantine)
    .leftJoin(apiKey, joinOn(apiKey, quarantine.apiKeyId))
    .where(where)
    .orderBy(desc(quarantine.receivedAt), desc(quarantine.id))
    .limit(limit)
    .offset(offset)
  return {
    count: total?.n ?? 0,
    rows: rows.map(({ row, keyName }) => ({
      id: row.id,
      receivedAt: row.receivedAt.toISOString(),
      format: row.format,
      reason: row.reason,
      about: row.about,
      apiKey: row.apiKeyId === null ? null : { id: row.apiKeyId, name: keyName ?? '' },
      payload: row.payload,
      understood: understoodIn(row.payload),
      times: row.times,
    })),
  }
}

export async function clearQuarantine({ db, actor: { companyId } }: Scope): Promise<number> {
  return (
    await db
      .delete(quarantine)
      .where(eq(quarantine.companyId, companyId))
      .returning({ id: quarantine.id })
  ).length
}
