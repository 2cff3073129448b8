/** Runs are retained per outcome, so that many filtered runs do not displace a failure. */
import { lt, sql } from 'drizzle-orm'
import type { RunOutcome } from '#contract/automation/automation.ts'
import * as tables from '#db/schema/index.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem } from '#kernel/data/transaction.ts'

/** Runs per automation. */
export const KEPT: Record<RunOutcome, number> = {
  filtered: 500,
  asleep: 200,
  done: 5_000,
  failed: 5_000,
}
const EVERY = 60 * 60_000
/** Milliseconds after the end of a cause. Its runs cannot be retried later. */
const WAITS_KEPT = 90 * 86_400_000

/** A run that a ticket refers to is kept as long as the ticket. */
export async function deleteOldRuns(
  kernel: Kernel,
  kept: Record<RunOutcome, number> = KEPT,
): Promise<void> {
  for (const [outcome, limit] of Object.entries(kept)) {
    await asSystem(kernel.pool, (db) =>
      db.execute(sql`delete from ${tables.automationRun} using (
      select company_id, id, row_number() over (partition by company_id, automation_id
      order by at desc, id desc) as place from ${tables.automationRun} where outcome = ${outcome}
    ) as old where old.place > ${limit} and ${tables.automationRun.companyId} = old.company_id
    and ${tables.automationRun.id} = old.id
      and not exists (select from ${tables.ticket}
      where ${tables.ticket.companyId} = old.company_id and ${tables.ticket.automationRunId} = old.id)`),
    )
  }
  const before = new Date(kernel.clock.now().getTime() - WAITS_KEPT)
  await asSystem(kernel.pool, (db) =>
    db.delete(tables.automationWait).where(lt(tables.automationWait.endedAt, before)),
  )
}

export const startRunRetention = (kernel: Kernel): void =>
  void startJob(kernel, {
    name: 'removal of old runs of automations',
    every: EVERY,
    run: () => deleteOldRuns(kernel),
  })
