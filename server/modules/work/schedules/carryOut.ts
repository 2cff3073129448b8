/** Writes what `settle` says. */
import { eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Command, Made } from '#contract/recurrence/settle.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { remindOf } from './reminders.ts'

type Rule = typeof tables.rrule.$inferSelect
type Thing = Pick<typeof tables.rruleObject.$inferSelect, 'equipmentId' | 'locationId'>
type Kept = typeof tables.occurrence.$inferSelect

const iso = (value: Date | null) => value?.toISOString() ?? null
export const toMadeOccurrence = (row: Kept): Made => ({
  plannedAt: row.plannedAt.toISOString(),
  at: row.at.toISOString(),
  dueBy: iso(row.dueBy),
  remindAt: iso(row.remindAt),
  state: row.state,
  doneAt: iso(row.doneAt),
  remindedAt: iso(row.remindedAt),
})
const dateOf = (value: string | null) => (value === null ? null : new Date(value))

/** One parameter for all ids: a statement has at most 65,535. */
const isOneOf = (column: AnyPgColumn, ids: readonly number[]) =>
  sql`${column} = any(${intArray(ids)})`

export async function carryOut(
  scope: Scope,
  rule: Rule,
  procedureName: string,
  group: readonly Thing[],
  commands: readonly Command[],
): Promise<void> {
  if (commands.length === 0) return
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const whose =
    rule.objects === 'equipment'
      ? isOneOf(
          tables.occurrence.equipmentId,
          group.flatMap(({ equipmentId }) => equipmentId ?? []),
        )
      : isOneOf(
          tables.occurrence.locationId,
          group.flatMap(({ locationId }) => locationId ?? []),
        )
  for (const command of commands) {
    if (command.kind === 'make') {
      const { occurrence } = command
      await insertMade(
        scope,
        rule,
        group.map((target) => ({ target, occurrence })),
      )
      continue
    }
    const those = ofCompany(
      tables.occurrence,
      companyId,
      eq(tables.occurrence.rruleId, rule.id),
      eq(tables.occurrence.plannedAt, new Date(command.plannedAt)),
      whose,
    )
    if (command.kind === 'become')
      await db
        .update(tables.occurrence)
        .set({ state: command.state, ...nextVersion(tables.occurrence, clock.now()) })
        .where(those)
    else
      await db
        .update(tables.occurrence)
        .set({ remindedAt: new Date(command.at) })
        .where(those)
  }
  const reminded = commands.filter(({ kind }) => kind === 'remind').length
  if (reminded > 0) {
    await remindOf(scope, rule, procedureName, group.length)
  }
  scope.changed('Occurrence', 'Rrule')
}

/** When the next due occurrence is reminded of or late, in milliseconds. */
export function nextChangeOf(made: readonly Made[], now: string): number {
  const times = made
    .flatMap(({ state, dueBy, remindAt, remindedAt }) =>
      state === 'due' ? [dueBy, remindedAt === null ? remindAt : null] : [],
    )
    .filter((at): at is string => at !== null && at > now)
    .map((at) => Date.parse(at) + 1)
  return Math.min(...times, Number.POSITIVE_INFINITY)
}

export async function insertMade(
  { db, actor, clock }: Scope,
  rule: Rule,
  made: readonly { target: Thing; occurrence: Made }[],
): Promise<void> {
  for (let from = 0; from < made.length; from += 500)
    await db
      .insert(tables.occurrence)
      .values(
        made.slice(from, from + 500).map(({ target, occurrence }) => ({
          companyId: actor.companyId,
          rruleId: rule.id,
          procedureId: rule.procedureId,
          equipmentId: target.equipmentId,
          locationId: target.locationId,
          plannedAt: new Date(occurrence.plannedAt),
          at: new Date(occurrence.at),
          dueBy: dateOf(occurrence.dueBy),
          remindAt: dateOf(occurrence.remindAt),
          state: occurrence.state,
          createdAt: clock.now(),
          updatedAt: clock.now(),
        })),
      )
      .onConflictDoNothing()
}
