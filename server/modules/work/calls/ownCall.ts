import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** The newest alert by which the actor is called for the ticket. Null once the calls are over. */
export async function ownCallOf(
  { db, actor, can }: Scope,
  ticketId: Id<'ticket'>,
): Promise<Id<'alert'> | null> {
  if (actor.userId === null || !can('editor|tickets')) return null
  const { dutyStep } = tables
  const [call] = await db
    .select({ alertId: dutyStep.sentAlertId })
    .from(dutyStep)
    .where(
      ofCompany(
        dutyStep,
        actor.companyId,
        and(
          eq(dutyStep.ticketId, ticketId),
          isNull(dutyStep.endedAt),
          isNotNull(dutyStep.sentAlertId),
          sql`${actor.userId} = any(${dutyStep.userIds})`,
        ),
      ),
    )
    .orderBy(desc(dutyStep.firedAt), desc(dutyStep.id))
    .limit(1)
  return call?.alertId ?? null
}
