import { eq, exists, gt, and, type SQL } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'

const LATELY = 7 * 86_400_000

export const hasFailed = ({ db, clock }: Pick<Scope, 'db' | 'clock'>): SQL =>
  exists(
    db
      .select({ id: tables.automationRun.id })
      .from(tables.automationRun)
      .where(
        and(
          eq(tables.automationRun.companyId, tables.automation.companyId),
          eq(tables.automationRun.automationId, tables.automation.id),
          eq(tables.automationRun.outcome, 'failed'),
          gt(tables.automationRun.at, new Date(clock.now().getTime() - LATELY)),
        ),
      ),
  )
