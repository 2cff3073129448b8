/** Writes what `settle` says. */
import { eq, sql } from 'drizzle-orm'
import type { Command, Made } from '#contract/recurrence/settle.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { remindOf } from './reminders.ts'

type Rule = typeof tables.rrule.$inferSelect
export type Target = Pick<typeof tables.rruleObject.$inferSelect, 'equipmentId' | 'locationId'>
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

/** An occurrence as a statement of its own returns it. */
export interface MadeRow {
  plannedAt: string
  at: string
  dueBy: string | null
  remindAt: string | null
  remindedAt: string | null
  state: Made['state']
  doneAt: string | null
}

const isoOf = (at: string): string => new Date(at).toISOString()
export const isoOrNull = (at: string | null): string | null => at && isoOf(at)

export const madeOf = (row: MadeRow): Made => ({
  plannedAt: isoOf(row.plannedAt),
  at: isoOf(row.at),
  dueBy: isoOrNull(row.dueBy),
  remindAt: isoOrNull(row.remindAt),
  remindedAt: isoOrNull(row.remindedAt),
  state: row.state,
  doneAt: isoOrNull(row.doneAt),
})

const MADE_AT_ONCE = 1_000

export async function carryOut(
  scope: Scope,
  rule: Rule,
  procedureName: string,
  group: readonly Target[],
  commands: readonly Command[],
): Promise<void> {
  if (commands.length === 0) return
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const whose = () =>
    rule.objects === 'equipment'
      ? isAnyId(
          tables.occurrence.equipmentId,
          group.flatMap(({ equipmentId }) => equipmentId ?? []),
        )
      : isAnyId(
          tables.occurrence.locationId,
          group.flatMap(({ locationId }) => locationId ?? []),
        )
  for (const command of commands) {
    if (command.kind === 'make') {
      const { occurrence } = command
      for (let from = 0; from < group.length; from += MADE_AT_ONCE)
        await insertMade(
          scope,
          rule,
          group.slice(from, from + MADE_AT_ONCE).map((target) => ({ target, occurrence })),
        )
      continue
    }
    const those = ofCompany(
      tables.occurrence,
      companyId,
      eq(tables.occurrence.rruleId, rule.id),
      eq(tables.occurrence.plannedAt, new Date(command.plannedAt)),
      whose(),
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

/** Written as one JSON parameter: building thousands of parameters blocks the event loop. */
export async function insertMade(
  { db, actor, clock }: Scope,
  rule: Rule,
  made: readonly { target: Target; occurrence: Made }[],
): Promise<void> {
  const now = clock.now()
  for (let from = 0; from < made.length; from += MADE_AT_ONCE) {
    const rows = made.slice(from, from + MADE_AT_ONCE).map(({ target, occurrence }) => ({
      equipment_id: target.equipmentId,
      location_id: target.locationId,
      planned_at: occurrence.plannedAt,
      at: occurrence.at,
      due_by: occurrence.dueBy,
      remind_at: occurrence.remindAt,
      state: occurrence.state,
    }))
    await db.execute(sql`insert into ${tables.occurrence} (company_id, rrule_id, procedure_id,
        equipment_id, location_id, planned_at, at, due_by, remind_at, state, created_at, updated_at)
      select ${actor.companyId}, ${rule.id}, ${rule.procedureId}, made.equipment_id,
        made.location_id, made.planned_at, made.at, made.due_by, made.remind_at, made.state,
        ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(equipment_id int,
        location_id int, planned_at timestamptz, at timestamptz, due_by timestamptz,
        remind_at timestamptz, state text)
      on conflict do nothing`)
  }
}
