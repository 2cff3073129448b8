/** Checks whether a domain still has its company's TXT record: on request, and daily. */
import { and, asc, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type { DomainFault } from '#contract/company/companyDomains.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import type { Dns } from '#ports/dns.ts'

type Row = typeof tables.companyDomain.$inferSelect
type Claim = Pick<Row, 'domain' | 'token'>
type Known = Pick<Kernel, 'pool' | 'clock'>

const HOUR = 3_600_000
const DAY = 24 * HOUR
/**
 * A verified domain lapses after the record was missing for three days. No answer may be our own
 * name server's fault, so the limit is ten times as long.
 */
const LAPSES_AFTER = { noRecord: 3 * DAY, noAnswer: 30 * DAY } as const
/** Domains checked in one run; an unanswered query takes seconds. */
const A_RUN = 200

export const recordNameOf = ({ domain }: Pick<Row, 'domain'>): string => `_plantroom.${domain}`
export const recordValueOf = ({ token }: Pick<Row, 'token'>): string => `plantroom-domain=${token}`

/** Returns null if the record exists, under its own name or at the domain itself. */
export async function checkDomainRecord(dns: Dns, claim: Claim): Promise<DomainFault | null> {
  const answers = await Promise.all(
    [recordNameOf(claim), claim.domain].map((name) => dns.txt(name)),
  )
  const wanted = recordValueOf(claim)
  if (answers.some((records) => records?.some((record) => record.trim() === wanted) === true))
    return null
  return answers.includes(null) ? 'noAnswer' : 'noRecord'
}

/** Saves the result, unless the domain was removed and added again meanwhile. */
export async function saveCheck(
  { pool, clock }: Known,
  row: Pick<Row, 'companyId' | 'id' | 'domain' | 'token'>,
  fault: DomainFault | null,
): Promise<void> {
  const now = clock.now()
  await asSystem(pool, async (db) => {
    // Serialises two companies that verify one domain concurrently.
    await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`domain ${row.domain}`}))`)
    const [current] = await db
      .select()
      .from(tables.companyDomain)
      .where(
        ofCompany(
          tables.companyDomain,
          row.companyId,
          eq(tables.companyDomain.id, row.id),
          eq(tables.companyDomain.token, row.token),
        ),
      )
    if (!current) return
    const outcome = fault ?? ((await isProvedByAnother(db, row)) ? 'otherCompany' : null)
    await db
      .update(tables.companyDomain)
      .set({
        ...stateAfter(current, outcome, now),
        lastFault: outcome,
        lastCheckedAt: now,
        ...nextVersion(tables.companyDomain, now),
      })
      .where(ofCompany(tables.companyDomain, row.companyId, eq(tables.companyDomain.id, row.id)))
  })
}

async function isProvedByAnother(
  db: Db,
  { domain, companyId }: Pick<Row, 'domain' | 'companyId'>,
): Promise<boolean> {
  const found = await db
    .select({ id: tables.companyDomain.id })
    .from(tables.companyDomain)
    .where(
      and(
        eq(tables.companyDomain.domain, domain),
        isNotNull(tables.companyDomain.provedAt),
        ne(tables.companyDomain.companyId, companyId),
      ),
    )
  return found.length > 0
}

export function stateAfter(
  { provedAt, lapsedAt, failingSince }: Pick<Row, 'provedAt' | 'lapsedAt' | 'failingSince'>,
  fault: DomainFault | null,
  now: Date,
): Pick<Row, 'provedAt' | 'lapsedAt' | 'failingSince'> {
  if (fault === null) return { provedAt: provedAt ?? now, lapsedAt: null, failingSince: null }
  if (provedAt === null) return { provedAt, lapsedAt, failingSince: null }
  const since = failingSince ?? now
  const patience = fault === 'noAnswer' ? LAPSES_AFTER.noAnswer : LAPSES_AFTER.noRecord
  return now.getTime() - since.getTime() < patience
    ? { provedAt, lapsedAt: null, failingSince: since }
    : { provedAt: null, lapsedAt: now, failingSince: null }
}

/** Checks verified domains whose last check is a day old. */
export async function checkProvedDomains(
  kernel: Known & Pick<Kernel, 'dns' | 'log'>,
  ending?: AbortSignal,
): Promise<void> {
  const due = await asSystem(kernel.pool, (db) =>
    db
      .select()
      .from(tables.companyDomain)
      .where(
        and(
          isNotNull(tables.companyDomain.provedAt),
          lt(tables.companyDomain.lastCheckedAt, new Date(kernel.clock.now().getTime() - DAY)),
        ),
      )
      .orderBy(asc(tables.companyDomain.lastCheckedAt))
      .limit(A_RUN),
  )
  for (const row of due) {
    if (ending?.aborted === true) return
    const fault = await checkDomainRecord(kernel.dns, row)
    if (fault !== null)
      kernel.log.warn({ domain: row.domain, fault }, 'the record of a proved domain was not found')
    await saveCheck(kernel, row, fault)
  }
}

/** Hourly. Concurrent checks on two servers are harmless. */
export const startDomainChecks = (kernel: Kernel): void =>
  void startJob(kernel, {
    name: 'checks of proved domains',
    every: HOUR,
    run: (ending) => checkProvedDomains(kernel, ending),
  })
