import { eq } from 'drizzle-orm'
import { isWatched } from '#contract/automation/events.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { occasionsOf } from './events.ts'
import type { Occasion } from './facts.ts'

export type WaitRow = typeof tables.automationWait.$inferSelect
export type Rule = typeof tables.automation.$inferSelect

interface Found {
  wait: WaitRow
  rule: Rule
  occasion: Occasion
}

/** In the order of `ids`. Leaves out those whose rule or subject is gone. */
export async function occasionsOfWaits(scope: Scope, ids: readonly number[]): Promise<Found[]> {
  const { db, actor } = scope
  if (ids.length === 0) return []
  const rows = await db
    .select({ wait: tables.automationWait, rule: tables.automation })
    .from(tables.automationWait)
    .innerJoin(tables.automation, joinOn(tables.automation, tables.automationWait.automationId))
    .where(
      ofCompany(tables.automationWait, actor.companyId, isAnyId(tables.automationWait.id, ids)),
    )
  const foundOf = new Map<number, Found>()
  for (const own of groupBy(rows, ({ rule }): number => rule.id).values()) {
    const event = own[0]?.rule.event
    if (event === undefined || !isWatched(event)) continue
    const occasions = await occasionsOf(
      scope,
      event,
      own.map(({ wait }) => ({ subjectId: wait.subjectId, at: wait.dueAt })),
    )
    for (const [index, row] of own.entries()) {
      const occasion = occasions[index]
      if (occasion) foundOf.set(row.wait.id, { ...row, occasion })
    }
  }
  return ids.flatMap((id) => foundOf.get(id) ?? [])
}

const ofRule = ({ actor }: Scope, rule: Pick<Rule, 'id'>) =>
  ofCompany(tables.automationWait, actor.companyId, eq(tables.automationWait.automationId, rule.id))

/** Forgets what a rule waits for. */
export const forgetWaits = (scope: Scope, rule: Pick<Rule, 'id'>) =>
  scope.db.delete(tables.automationWait).where(ofRule(scope, rule))
