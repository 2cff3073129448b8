import { eq, sql } from 'drizzle-orm'
import { daysKept, RETENTION_KINDS, type RetentionDays } from '#contract/rules/retention.ts'
import * as tables from '#db/schema/index.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { sweeps, type Past, type Sweep } from './sweeps.ts'

export const DAY = 86_400_000
/** Rows per transaction: some tens of milliseconds of database time. */
const STEP = 1_000
/** Steps per table and company in one run. The rest waits, so that every company gets its turn. */
const STEPS_A_RUN = 50
const EVERY = 600_000

type Worker = Pick<Kernel, 'pool' | 'clock' | 'files' | 'retentionBounds'>

export async function removeExpired(kernel: Worker, ending?: AbortSignal): Promise<number> {
  let removed = 0
  for (const each of await chosenByAll(kernel)) {
    if (isFresh(each.setAt, kernel.clock.now())) continue
    for (const kind of RETENTION_KINDS) {
      const days = daysKept(kind, each.days, kernel.retentionBounds)
      for (const sweep of sweeps[kind])
        for (let step = 0; step < STEPS_A_RUN && ending?.aborted !== true; step++) {
          const before = new Date(kernel.clock.now().getTime() - days * DAY)
          const count = await removeStep(kernel, sweep, {
            companyId: each.companyId,
            before,
            limit: STEP,
          })
          removed += count
          if (count < STEP) break
        }
    }
  }
  return removed
}

/** A retention set within a day does not apply yet, so that a mistake can be reverted. */
export const isFresh = (setAt: Date | null, now: Date): boolean =>
  setAt !== null && setAt.getTime() > now.getTime() - DAY

async function chosenByAll({ pool }: Worker) {
  const rows = await asSystem(pool, (db) =>
    db
      .select({
        companyId: tables.company.id,
        days: tables.companySettings.retention,
        setAt: tables.companySettings.retentionSetAt,
        positions: tables.trackingSettings.historyDays,
      })
      .from(tables.company)
      .leftJoin(tables.companySettings, eq(tables.companySettings.companyId, tables.company.id))
      .leftJoin(tables.trackingSettings, eq(tables.trackingSettings.companyId, tables.company.id))
      .orderBy(tables.company.id),
  )
  return rows.map(({ companyId, days, setAt, positions }) => ({
    companyId,
    setAt,
    days: { ...days, ...(positions !== null && { positions }) } satisfies RetentionDays,
  }))
}

async function removeStep({ pool, files }: Worker, sweep: Sweep, past: Past): Promise<number> {
  const table = sql.identifier(sweep.table)
  const keys = sweep.storageKeys ?? []
  const isExpired = sql`company_id = ${past.companyId} and id in (${sweep.expired(past)})`
  const told = keys.length === 0 ? sql`id` : sql.raw(keys.join(', '))
  const { rows } = await asSystem(pool, (db) =>
    db.execute<Record<string, unknown>>(
      sweep.emptied === undefined
        ? sql`delete from ${table} where ${isExpired} returning ${told}`
        : sql`update ${table} set ${sweep.emptied} where ${isExpired} returning ${told}`,
    ),
  )
  for (const row of rows)
    for (const key of keys) {
      const stored = row[key]
      if (typeof stored === 'string') await files.remove(stored)
    }
  return rows.length
}

export function startRetention(kernel: Kernel): void {
  startJob(kernel, {
    name: 'removal by the rules of retention',
    every: EVERY,
    run: (ending) => removeExpired(kernel, ending),
  })
}
