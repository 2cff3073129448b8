import { eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { deadlineOf, type Deadline } from '#contract/recurrence/deadline.ts'
import { wallOf } from '#contract/recurrence/wall.ts'
import { wallAt } from '#contract/recurrence/zone.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { isFor } from '#contract/rules/procedureFor.ts'
import { truncate } from '#contract/rules/truncate.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { timeOf } from '../../foundation/company/index.ts'
import { create, remove } from './rrules.ts'
import { evaluateRule } from './runner.ts'

export interface Thing {
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
}
type Span =
  | { by: 'days'; days: number }
  | { by: 'deadline'; deadline: Exclude<Deadline, { kind: 'none' }> }
export interface Wanted {
  procedureId: Id<'procedure'>
  times: number
  within: Span
  name: string
  runId: Id<'automationRun'>
}

const MINUTE = 60_000

/**
 * Spreads occurrences evenly from now to the end of the span, each due until the next begins.
 * Returns null if the procedure does not apply to this equipment or location.
 */
export async function scheduleTimes(
  scope: Scope,
  thing: Thing,
  { procedureId, times, within, name, runId }: Wanted,
): Promise<{ ruleId: Id<'rrule'>; until: string } | null> {
  const target = await targetOf(scope, thing, procedureId)
  if (target === null) return null
  const time = await timeOf(scope)
  // Rounded up to the next minute, because occurrences before the rule's start are ignored.
  const start = new Date(Math.ceil(scope.clock.now().getTime() / MINUTE) * MINUTE).toISOString()
  const until =
    within.by === 'days'
      ? new Date(Date.parse(start) + within.days * 1_440 * MINUTE).toISOString()
      : (deadlineOf(within.deadline, start, time) ?? start)
  const slice = Math.max(
    1,
    Math.floor((Date.parse(until) + 1 - Date.parse(start)) / MINUTE / times),
  )
  const draft: RruleDraft = {
    name: truncate(name, 200),
    procedureId,
    rruleData:
      target.equipmentId === null
        ? { locationIds: target.locationId === null ? [] : [target.locationId] }
        : { equipmentIds: [target.equipmentId] },
    objects: target.equipmentId === null ? 'locations' : 'equipment',
    kind: 'specific',
    rule: `${everyMinutes(slice)};COUNT=${times}`,
    every: null,
    use: null,
    restartAfter: null,
    repeatCount: null,
    start: wallOf(wallAt(start, time.zone)),
    end: null,
    deadline: { kind: 'custom', ...lasting(slice) },
    reminder: null,
    onHoliday: 'keep',
    onNonWorkingDay: 'keep',
    whenOverdue: 'keepOpen',
    userIds: [],
    roleIds: [],
    isActive: true,
  }
  const made = await create(scope, draft, runId)
  const ruleId = made.id as Id<'rrule'>
  await evaluateRule(scope, ruleId)
  scope.changed('Rrule', 'Occurrence')
  return { ruleId, until }
}

function everyMinutes(slice: number): string {
  if (slice % 1_440 === 0) return `FREQ=DAILY;INTERVAL=${slice / 1_440}`
  return slice % 60 === 0 ? `FREQ=HOURLY;INTERVAL=${slice / 60}` : `FREQ=MINUTELY;INTERVAL=${slice}`
}

/** In the largest exact unit, or in hours if minutes would be too many. */
function lasting(slice: number): { amount: number; unit: 'days' | 'hours' | 'minutes' } {
  if (slice % 1_440 === 0) return { amount: slice / 1_440, unit: 'days' }
  return slice > 10_000 || slice % 60 === 0
    ? { amount: Math.max(1, Math.floor(slice / 60)), unit: 'hours' }
    : { amount: slice, unit: 'minutes' }
}

async function targetOf(
  { db, from, actor }: Scope,
  { equipmentId, locationId }: Thing,
  procedureId: Id<'procedure'>,
): Promise<Thing | null> {
  const [procedure] = await db
    .select({
      target: tables.procedure.target,
      equipmentTypeIds: tables.procedure.equipmentTypeIds,
    })
    .from(tables.procedure)
    .where(from.procedures(eq(tables.procedure.id, procedureId)))
  if (!procedure) return null
  const [stands] =
    equipmentId === null
      ? []
      : await db
          .select({ locationId: tables.equipment.locationId, typeId: tables.equipment.typeId })
          .from(tables.equipment)
          .where(ofCompany(tables.equipment, actor.companyId, eq(tables.equipment.id, equipmentId)))
  if (stands && procedure.target !== 'location')
    return isFor(procedure, stands.typeId) ? { equipmentId, locationId: null } : null
  if (procedure.target === 'equipment') return null
  const place = locationId ?? stands?.locationId ?? null
  return place === null ? null : { equipmentId: null, locationId: place }
}

/**
 * Deletes schedules that automations made for this target. Other schedules stay, with their open
 * occurrences closed. Returns the number of open occurrences.
 */
export async function removeScheduled(
  scope: Scope,
  thing: Thing,
  procedureId: Id<'procedure'>,
): Promise<number> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const target = await targetOf(scope, thing, procedureId)
  if (target === null) return 0
  const on =
    target.equipmentId === null
      ? eq(tables.occurrence.locationId, target.locationId ?? sql`0`)
      : eq(tables.occurrence.equipmentId, target.equipmentId)
  const closed = await db
    .update(tables.occurrence)
    .set({ state: 'closed', ...nextVersion(tables.occurrence, clock.now()) })
    .where(
      ofCompany(
        tables.occurrence,
        companyId,
        eq(tables.occurrence.procedureId, procedureId),
        on,
        inArray(tables.occurrence.state, ['planned', 'due', 'late']),
      ),
    )
    .returning({ id: tables.occurrence.id })
  const only = JSON.stringify(
    target.equipmentId === null
      ? { locationIds: [target.locationId] }
      : { equipmentIds: [target.equipmentId] },
  )
  const made = await db
    .select({ id: tables.rrule.id })
    .from(tables.rrule)
    .where(
      ofCompany(
        tables.rrule,
        companyId,
        eq(tables.rrule.procedureId, procedureId),
        isNull(tables.rrule.deletedAt),
        sql`${tables.rrule.madeByRunId} is not null`,
        sql`${tables.rrule.data} = ${only}::jsonb`,
      ),
    )
  for (const { id } of made) await remove(scope, id)
  scope.changed('Rrule', 'Occurrence')
  return closed.length
}
