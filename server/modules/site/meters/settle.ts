/**
 * Counts what answers, sensors, statuses and visits say. It depends only on stored data, so a second
 * server or a restart is harmless: the type's row is locked, and a second pass derives the same.
 */
import { eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { countAnswers } from './ofAnswers.ts'
import { countReadings } from './ofSensors.ts'
import { countStatuses } from './ofStatus.ts'
import { countVisits } from './ofVisits.ts'
import { spreadMeters } from './types.ts'

const { meterType } = tables
const EVERY = 30_000

export async function settleMeters(kernel: Kernel): Promise<void> {
  const types = await asSystem(kernel.pool, (db) =>
    db.select({ id: meterType.id, companyId: meterType.companyId }).from(meterType),
  )
  const companies = new Set(types.map(({ companyId }) => companyId))
  for (const companyId of companies)
    await asSystemActor(kernel, companyId, (scope) => spreadMeters(scope)).catch(failed(kernel))
  for (const { id, companyId } of types)
    await asSystemActor(kernel, companyId, (scope) => settleMeterType(scope, id)).catch(
      failed(kernel),
    )
}

const failed = (kernel: Kernel) => (error: unknown) =>
  kernel.log.error({ err: error }, 'the meters of a company were not counted')

export async function settleMeterType(scope: Scope, id: Id<'meterType'>): Promise<void> {
  const { db, actor } = scope
  const own = ofCompany(meterType, actor.companyId, eq(meterType.id, id))
  const [type] = await db.select().from(meterType).where(own).for('update', { skipLocked: true })
  if (type === undefined) return
  const set = await count(scope, type)
  if (set !== null) await db.update(meterType).set(set).where(own)
}

async function count(
  scope: Scope,
  type: typeof meterType.$inferSelect,
): Promise<{ countedId: number } | { countedTo: Date } | null> {
  switch (type.source) {
    case 'hand':
      return null
    case 'answer':
      return { countedTo: await countAnswers(scope, type) }
    case 'sensor':
    case 'above':
      return { countedId: await countReadings(scope, type) }
    case 'status':
      return { countedId: await countStatuses(scope, type) }
    case 'away':
      return { countedTo: await countVisits(scope, type) }
  }
}

export const startMeters = (kernel: Kernel): void =>
  void startJob(kernel, { name: 'meters', every: EVERY, run: () => settleMeters(kernel) })
