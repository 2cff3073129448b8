import { eq, exists, gt, and, type SQL } from 'drizzle-orm'
import { automation, automationRun } from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'

const LATELY = 7 * 86_400_000

export const hasFailed = ({ db, clock }: Pick<Scope, 'db' | 'clock'>): SQL =>
  exists(
    db
      .select({ id: automationRun.id })
      .from(automationRun)
      .where(
        and(
          eq(automationRun.companyId, automation.companyId),
          eq(automationRun.automationId, automation.id),
          eq(automationRun.outcome, 'failed'),
          gt(automationRun.at, new Date(clock.now().getTime() - LATELY)),
        ),
      ),
  )
