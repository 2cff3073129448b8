/**
 * Limits on reports, counted from the stored ones while the company's settings are locked, so that
 * parallel reports cannot pass together.
 */
import { gt, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { REPORT_LIMITS } from '#contract/rules/labelReports.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { tooMany } from '#kernel/http/errors.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface From {
  companyId: Id<'company'>
  labelId: number
  device: string | null
}

export const lockReports = (db: Db, companyId: Id<'company'>) =>
  db
    .select({ id: tables.companySettings.id })
    .from(tables.companySettings)
    .where(ofCompany(tables.companySettings, companyId))
    .for('update')

/** Seconds after which the limit may let a report through. Null if it lets one through now. */
export async function limitReached(
  db: Db,
  { companyId, labelId, device }: From,
  now: Date,
): Promise<number | null> {
  const { ticketReport } = tables
  const anHourAgo = new Date(now.getTime() - HOUR).toISOString()
  const [counts] = await db
    .select({
      ofCode: sql<number>`count(*) filter (where ${ticketReport.labelId} = ${labelId}
        and ${ticketReport.createdAt} > ${anHourAgo}::timestamptz)::int`,
      ofDevice: sql<number>`count(*) filter (where ${ticketReport.device} = ${device})::int`,
      ofCompany: sql<number>`count(*)::int`,
    })
    .from(ticketReport)
    .where(
      ofCompany(ticketReport, companyId, gt(ticketReport.createdAt, new Date(now.getTime() - DAY))),
    )
  if (counts === undefined) return null
  if (counts.ofDevice >= REPORT_LIMITS.deviceADay || counts.ofCompany >= REPORT_LIMITS.companyADay)
    return DAY / 1_000
  return counts.ofCode >= REPORT_LIMITS.codeAnHour ? HOUR / 1_000 : null
}

export async function refuseFlood(db: Db, from: From, now: Date): Promise<void> {
  const seconds = await limitReached(db, from, now)
  if (seconds !== null) throw tooMany(seconds)
}
