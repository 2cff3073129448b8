import { and, asc, eq, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { type rrules as contract } from '#contract/rrules/rrules.ts'
import { occurrence as shape } from '#contract/rrules/rruleShapes.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import {
  count,
  equipmentFilter,
  locationFilter,
  orderOf,
  searchInNames,
} from '#kernel/data/listQueries.ts'
import type { Actor } from '#kernel/access/actor.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion, refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { hasOutcome } from './outcome.ts'
import { FARTHEST_MOVE } from './zoneMoves.ts'

type Question = z.output<typeof contract.listOccurrences.body>
type View = z.input<typeof shape>

function seen({ actor, from }: Scope, ...conditions: (SQL | undefined)[]): SQL {
  return ofCompany(
    tables.occurrence,
    actor.companyId,
    sql`${tables.occurrence.procedureId} in (select ${tables.procedure.id} from ${tables.procedure}
        where ${from.procedures()})`,
    sql`(${tables.occurrence.equipmentId} is null
        or ${tables.occurrence.equipmentId} in (select ${tables.equipment.id} from ${tables.equipment}
        where ${from.equipment()}))`,
    sql`(${tables.occurrence.locationId} is null
        or ${tables.occurrence.locationId} in (select ${tables.location.id} from ${tables.location}
        where ${from.locations()}))`,
    ...conditions,
  )
}

/** Over schedules: assigned to this user, to one of the user's roles, or to no user or role. */
export function isOnesOwn({ userId }: Pick<Actor, 'userId'>): SQL {
  const self = userId ?? 0 // no user has id 0
  return sql`((${tables.rrule.userIds} = '{}' and ${tables.rrule.roleIds} = '{}')
    or ${self} = any(${tables.rrule.userIds})
    or exists (select from ${tables.userRole}
    where ${tables.userRole.companyId} = ${tables.rrule.companyId} and ${tables.userRole.userId} = ${self}
    and ${tables.userRole.roleId} = any(${tables.rrule.roleIds})))`
}

export function isInSpan({ actor }: Scope): SQL {
  return sql`exists (select from ${tables.rrule}
    where ${tables.rrule.companyId} = ${tables.occurrence.companyId} and ${tables.rrule.id} = ${tables.occurrence.rruleId}
    and ${isOnesOwn(actor)})`
}

function select({ db, from }: Scope, where: SQL) {
  const home = alias(tables.location, 'home')
  const isSeen = inArray(
    home.id,
    db.select({ id: tables.location.id }).from(tables.location).where(from.locations()),
  )
  return db
    .select({
      occurrence: tables.occurrence,
      procedure: { id: tables.procedure.id, name: tables.procedure.name },
      equipment: { id: tables.equipment.id, name: tables.equipment.name },
      location: { id: tables.location.id, name: tables.location.name },
      place: home.name,
    })
    .from(tables.occurrence)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.occurrence.procedureId))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.occurrence.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.occurrence.locationId))
    .leftJoin(
      home,
      and(
        eq(home.companyId, tables.occurrence.companyId),
        sql`${home.id} = coalesce(${tables.equipment.locationId}, ${tables.location.parentId})`,
        isSeen,
      ),
    )
    .where(where)
    .$dynamic()
}

type Selected = Awaited<ReturnType<typeof select>>[number]

function rowOf(
  { occurrence: row, procedure: what, equipment, location: where, place }: Selected,
  now: Date,
): View {
  const end = row.doneAt ?? now
  return {
    id: row.id,
    rruleId: row.rruleId,
    procedure: what,
    equipment,
    location: where,
    place,
    at: row.at.toISOString(),
    dueBy: row.dueBy?.toISOString() ?? null,
    state: row.state,
    doneAt: row.doneAt?.toISOString() ?? null,
    isLate:
      row.state === 'late' ||
      row.state === 'missed' ||
      (row.dueBy !== null && row.state === 'done' && end > row.dueBy),
    procedureLogId: row.procedureLogId,
    version: row.version,
  }
}

function isWithin(placeId: Id<'location'>): SQL {
  const places = { locationIds: [placeId] }
  return sql`(${tables.occurrence.locationId} in (select ${tables.location.id} from ${tables.location}
      where ${locationFilter(places) ?? sql`true`})
    or ${tables.occurrence.equipmentId} in (select ${tables.equipment.id} from ${tables.equipment}
      where ${equipmentFilter(places) ?? sql`true`}))`
}

const sortColumns = {
  at: tables.occurrence.at,
  dueBy: tables.occurrence.dueBy,
  procedure: tables.procedure.name,
}

export async function listOccurrences(
  scope: Scope,
  body: Question,
): Promise<{ count: number; rows: View[] }> {
  const now = scope.clock.now()
  // History includes the checks of deleted equipment, as figures do.
  const reach = (...conditions: (SQL | undefined)[]) =>
    body.outcome ? scope.from.occurrences(...conditions) : seen(scope, ...conditions)
  const where = reach(
    body.mine === true ? isInSpan(scope) : undefined,
    body.states?.length ? inArray(tables.occurrence.state, body.states) : undefined,
    body.rruleId ? eq(tables.occurrence.rruleId, body.rruleId) : undefined,
    body.procedureIds?.length
      ? inArray(tables.occurrence.procedureId, body.procedureIds)
      : undefined,
    body.equipmentId ? eq(tables.occurrence.equipmentId, body.equipmentId) : undefined,
    body.locationId ? eq(tables.occurrence.locationId, body.locationId) : undefined,
    body.withinId ? isWithin(body.withinId) : undefined,
    body.from ? gte(tables.occurrence.at, new Date(body.from)) : undefined,
    body.to ? lt(tables.occurrence.at, new Date(body.to)) : undefined,
    body.dueFrom ? gte(tables.occurrence.dueBy, new Date(body.dueFrom)) : undefined,
    body.dueTo ? lte(tables.occurrence.dueBy, new Date(body.dueTo)) : undefined,
    body.outcome ? hasOutcome(body.outcome, now) : undefined,
    searchInNames(scope.actor.companyId, body.search, [
      { key: tables.occurrence.procedureId, table: tables.procedure },
      { key: tables.occurrence.equipmentId, table: tables.equipment },
      { key: tables.occurrence.locationId, table: tables.location },
    ]),
  )
  const [total] = await scope.db
    .select({ count })
    .from(tables.occurrence)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.occurrence.procedureId))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.occurrence.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.occurrence.locationId))
    .where(where)
  const rows = await select(scope, where)
    .orderBy(
      ...orderOf(scope, body.sort, sortColumns, tables.occurrence.id, [
        asc(tables.occurrence.dueBy),
        asc(tables.occurrence.at),
        asc(tables.occurrence.id),
      ]),
    )
    .limit(body.limit)
    .offset(body.offset)
  return { count: total?.count ?? 0, rows: rows.map((row) => rowOf(row, now)) }
}

export async function close(scope: Scope, id: Id<'occurrence'>, version: number): Promise<View> {
  const [before] = await select(scope, seen(scope, eq(tables.occurrence.id, id)))
  if (!before) throw refuseNotFound('occurrence')
  if (!['due', 'late', 'planned'].includes(before.occurrence.state))
    throw conflict('This one is over already.', [
      { path: '', code: 'over', message: before.occurrence.state },
    ])
  await refuseStale(version, before.occurrence, () => rowOf(before, scope.clock.now()))
  await writeVersioned(scope, tables.occurrence, { id, version, set: { state: 'closed' } })
  await evaluateSoon(scope, [before.occurrence.rruleId])
  const [after] = await select(scope, seen(scope, eq(tables.occurrence.id, id)))
  if (!after) throw refuseNotFound('occurrence')
  return rowOf(after, scope.clock.now())
}

/**
 * An occurrence that a procedure log may complete. A log completes the newest occurrence that had
 * begun; the runner marks older ones as missed. Late logs may complete one that was marked missed
 * meanwhile.
 */
export interface Waiting {
  id: Id<'occurrence'>
  rruleId: Id<'rrule'>
}

/**
 * Subquery for a row of `procedure_log` that is being inserted: what it may complete, newest first.
 * A statement of its own would be planned for each log.
 */
export function selectWaiting(on: 'equipment' | 'location'): SQL<Waiting[]> {
  const { occurrence, procedureLog: log } = tables
  const thing =
    on === 'equipment'
      ? sql`${occurrence.equipmentId} = ${log.equipmentId}`
      : sql`${occurrence.locationId} = ${log.locationId}`
  const found = sql`coalesce((select json_agg(waiting) from (
    select ${occurrence.id} as "id", ${occurrence.rruleId} as "rruleId" from ${occurrence}
    where ${occurrence.companyId} = ${log.companyId} and ${occurrence.procedureId} = ${log.procedureId}
      and ${thing}
      and (${occurrence.state} in ('due', 'late')
        or (${occurrence.state} = 'missed' and ${occurrence.updatedAt} > ${log.doneAt})
        or (${occurrence.state} = 'planned' and ${occurrence.movedFrom} <= ${log.doneAt}))
      -- for the index: at is at most so much after moved_from
      and ${occurrence.at} <= ${log.doneAt} + ${`${FARTHEST_MOVE / 1_000} seconds`}::interval
      and least(${occurrence.at}, ${occurrence.movedFrom}) <= ${log.doneAt}
    order by ${occurrence.at} desc
  ) as waiting), '[]')`
  // Wrapped, as in selectDoneMeanwhile.
  return sql<Waiting[]>`${found}`
}

/** Completes the newest waiting occurrence of each schedule with this log. Returns these. */
export async function complete(
  scope: Scope,
  log: { id: Id<'procedureLog'>; doneAt: Date },
  waiting: readonly Waiting[],
): Promise<Id<'occurrence'>[]> {
  const {
    db,
    actor: { companyId },
  } = scope
  const newest = new Map<number, Waiting>()
  for (const one of waiting) if (!newest.has(one.rruleId)) newest.set(one.rruleId, one)
  const ids = [...newest.values()].map(({ id }) => id)
  if (ids.length === 0) return []
  await db
    .update(tables.occurrence)
    .set({
      state: 'done',
      doneAt: log.doneAt,
      procedureLogId: log.id,
      ...nextVersion(tables.occurrence, scope.clock.now()),
    })
    .where(ofCompany(tables.occurrence, companyId, inArray(tables.occurrence.id, ids)))
  await evaluateSoon(
    scope,
    [...newest.values()].map(({ rruleId }) => rruleId),
  )
  scope.changed('Occurrence', 'Rrule')
  return ids
}

/** Lets the runner plan the next date of rolling schedules at once. */
async function evaluateSoon(
  { db, actor, clock }: Scope,
  ids: readonly Id<'rrule'>[],
): Promise<void> {
  await db
    .update(tables.rrule)
    .set({ nextEvaluationAt: clock.now() })
    .where(ofCompany(tables.rrule, actor.companyId, inArray(tables.rrule.id, [...ids])))
}
