import { isNull, and, sql } from 'drizzle-orm'
import { LONGEST_ENTRY } from '#contract/rules/workTime.ts'
import * as tables from '#db/schema/index.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { endLongWork } from './workTime.ts'

const EVERY = 300_000

export function startEndingLongWork(kernel: Kernel): void {
  startJob(kernel, { name: 'long work', every: EVERY, run: () => endLongWorkOfAll(kernel) })
}

export async function endLongWorkOfAll(kernel: Kernel): Promise<void> {
  const since = new Date(kernel.clock.now().getTime() - LONGEST_ENTRY).toISOString()
  const companies = await asSystem(kernel.pool, (db) =>
    db
      .selectDistinct({ id: tables.workEntry.companyId })
      .from(tables.workEntry)
      .where(
        and(
          isNull(tables.workEntry.endedAt),
          sql`${tables.workEntry.startedAt} <= ${since}::timestamptz`,
        ),
      ),
  )
  for (const { id } of companies) await asSystemActor(kernel, id, endLongWork)
}
