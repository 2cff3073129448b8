import { asc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import {
  HOLE_DAYS,
  MAX_DUTIES,
  type duties as contract,
  type DutyDraft,
  type DutyRow,
} from '#contract/duties/duties.ts'
import { dutySpans, holesIn, type DutySpan } from '#contract/duties/dutySpans.ts'
import type { Id } from '#contract/ids.ts'
import type { Reference } from '#contract/journal/references.ts'
import * as tables from '#db/schema/index.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { count, folded, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { nextVersion, updateVersioned } from '#kernel/data/updateVersioned.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { named, toReferences } from '#kernel/events/journal.ts'
import { journalChange, type Journaled } from '#kernel/events/journalChange.ts'
import { replaceReferences } from '#kernel/events/references.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { timeOf } from '../../foundation/company/index.ts'
import { referenceGone } from '../../foundation/review/index.ts'
import { isAble, loadDuties, type LoadedDuty } from './rotations.ts'

type Question = z.output<typeof contract.listDuties.body>

const DAY = 86_400_000
const isoSpan = ({ from, to }: { from: number; to: number }) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

async function rowsWhere(
  scope: Scope,
  where: SQL,
  { limit, offset, sort }: Pick<Question, 'limit' | 'offset' | 'sort'>,
): Promise<DutyRow[]> {
  const found = await scope.db
    .select({
      duty: tables.duty,
      location: { id: tables.location.id, name: tables.location.name },
      orgEntity: { id: tables.orgEntity.id, name: tables.orgEntity.name },
    })
    .from(tables.duty)
    .leftJoin(tables.location, joinOn(tables.location, tables.duty.locationId))
    .leftJoin(tables.orgEntity, joinOn(tables.orgEntity, tables.duty.orgEntityId))
    .where(where)
    .orderBy(
      ...orderOf(scope, sort, { name: tables.duty.name }, tables.duty.id, [
        byName(scope, tables.duty.name),
        asc(tables.duty.id),
      ]),
    )
    .limit(limit)
    .offset(offset)
  const loaded = await loadDuties(
    scope,
    found.map(({ duty }) => duty),
    scope.clock.now(),
  )
  const { zone } = await timeOf(scope)
  const now = scope.clock.now().getTime()
  return found.flatMap(({ location, orgEntity }, index) => {
    const one = loaded[index]
    return one ? [{ ...rowOf(one, now, zone), location, orgEntity }] : []
  })
}

function rowOf({ duty, rotation, people }: LoadedDuty, now: number, zone: string) {
  const { id, name, locationId, orgEntityId, weeks, firstDay, isRoundTheClock, shifts } = duty
  const { steps, ticketTypeIds } = duty
  const spans = dutySpans(rotation, { from: now, to: now + HOLE_DAYS * DAY }, zone)
  const holes = holesIn(spans, isAble(people))
  const [current] = spans
  const planned = current?.state === 'onDuty' ? people.get(current.userId ?? 0) : undefined
  const calledIn = (span: DutySpan | undefined) =>
    span?.state === 'onDuty' && span.userId !== null && isAble(people)(span.userId)
      ? span.userId
      : null
  const end = spans.find((span) => calledIn(span) !== calledIn(current))?.from
  return {
    id,
    name,
    locationId,
    orgEntityId,
    weeks,
    firstDay,
    isRoundTheClock,
    shifts,
    steps,
    ticketTypeIds,
    people: [...new Set(shifts.map(({ userId }) => userId))].flatMap(
      (userId) => people.get(userId) ?? [],
    ),
    now: {
      person: planned && calledIn(current) !== null ? { id: planned.id, name: planned.name } : null,
      until: end === undefined ? null : new Date(end).toISOString(),
      unable: planned && calledIn(current) === null ? planned : null,
    },
    holes: holes.length,
    firstHole: holes[0] ? isoSpan(holes[0]) : null,
    version: duty.version,
  }
}

export async function listDuties(scope: Scope, { search, ids, locationId, ...page }: Question) {
  const where = scope.from.duties(
    searchIn(folded(tables.duty.name), search),
    ids === undefined ? undefined : inArray(tables.duty.id, ids),
    locationId === undefined ? undefined : eq(tables.duty.locationId, locationId),
  )
  const [total] = await scope.db.select({ count }).from(tables.duty).where(where)
  return { count: total?.count ?? 0, rows: await rowsWhere(scope, where, page) }
}

async function oneDuty(scope: Scope, id: Id<'duty'>): Promise<DutyRow> {
  const where = scope.from.duties(eq(tables.duty.id, id))
  const [row] = await rowsWhere(scope, where, { limit: 1, offset: 0 })
  if (!row) throw refuseNotFound('duty')
  return row
}

const journaled: Journaled<DutyRow, 'duty'> = {
  entity: 'duty',
  nameOf: (row) => row.name,
  fieldsOf: (row) => ({
    name: row.name,
    location: row.location && named('location', row.location),
    orgEntity: row.orgEntity && named('orgEntity', row.orgEntity),
    weeks: row.weeks,
    firstDay: row.firstDay,
    isRoundTheClock: row.isRoundTheClock,
    dutyShifts: row.shifts.map(({ userId, ...shift }) => ({
      ...shift,
      person: { kind: 'user', id: userId },
    })),
    dutySteps: row.steps.map(({ minutes, target, channels = [] }) => ({
      minutes,
      to: target.to,
      ...(channels.length > 0 && { channels: channels.join(', ') }),
      ...(target.to === 'user' && { person: { kind: 'user', id: target.userId } }),
      ...(target.to === 'duty' && { duty: { kind: 'duty', id: target.dutyId } }),
    })),
    dutyTicketTypes: toReferences('ticketType', row.ticketTypeIds),
  }),
}

async function check(scope: Scope, draft: DutyDraft, before: DutyRow | null): Promise<void> {
  const { db, from, actor } = scope
  if (draft.locationId !== null && draft.locationId !== before?.locationId) {
    const found = await db
      .select({ id: tables.location.id })
      .from(tables.location)
      .where(from.locations(eq(tables.location.id, draft.locationId)))
    if (found.length === 0) throw refuseNotFound('location', 'body.locationId')
  }
  await requireRows(
    scope,
    tables.orgEntity,
    draft.orgEntityId === null ? [] : [draft.orgEntityId],
    'organisation entity',
    'body.orgEntityId',
  )
  const targets = draft.steps.map(({ target }) => target)
  const inSteps = targets.flatMap((target) => (target.to === 'user' ? [target.userId] : []))
  const userIds = draft.shifts.map(({ userId }) => userId)
  await requireRows(scope, tables.user, userIds, 'person', 'body.shifts')
  await requireRows(scope, tables.user, inSteps, 'person', 'body.steps')
  await requireRows(
    scope,
    tables.duty,
    targets.flatMap((target) => (target.to === 'duty' ? [target.dutyId] : [])),
    'duty',
    'body.steps',
  )
  await requireRows(
    scope,
    tables.ticketType,
    draft.ticketTypeIds,
    'ticket type',
    'body.ticketTypeIds',
  )
  const [all] = await db
    .select({ count })
    .from(tables.duty)
    .where(ofCompany(tables.duty, actor.companyId))
  if (before === null && (all?.count ?? 0) >= MAX_DUTIES)
    throw conflict('There are as many duties as a company may have.', [
      { path: '', code: 'dutiesFull', message: String(MAX_DUTIES) },
    ])
  const [other] = await db
    .select({ id: tables.duty.id })
    .from(tables.duty)
    .where(
      ofCompany(
        tables.duty,
        actor.companyId,
        eq(sql`lower(${tables.duty.name})`, draft.name.toLowerCase()),
        before === null ? undefined : ne(tables.duty.id, before.id),
      ),
    )
  if (other)
    throw conflict('Another duty has this name.', [
      { path: 'body.name', code: 'taken', message: draft.name },
    ])
}

/** Null deletes them. */
async function saveReferences(
  { db, actor }: Scope,
  id: Id<'duty'>,
  draft: DutyDraft | null,
): Promise<void> {
  await replaceReferences(
    db,
    actor.companyId,
    { kind: 'duty', id },
    draft === null
      ? []
      : [
          ...draft.shifts.map(({ userId }) => ({ kind: 'user' as const, id: userId })),
          ...draft.steps.flatMap(({ target }): Reference[] =>
            target.to === 'user'
              ? [{ kind: 'user', id: target.userId }]
              : target.to === 'duty'
                ? [{ kind: 'duty', id: target.dutyId }]
                : [],
          ),
          ...draft.ticketTypeIds.map((typeId) => ({ kind: 'ticketType' as const, id: typeId })),
          ...(draft.locationId === null
            ? []
            : [{ kind: 'location' as const, id: draft.locationId }]),
        ],
  )
}

export async function createDuty(scope: Scope, draft: DutyDraft): Promise<DutyRow> {
  await check(scope, draft, null)
  const [made] = await scope.db
    .insert(tables.duty)
    .values({ ...draft, companyId: scope.actor.companyId })
    .returning({ id: tables.duty.id })
  if (!made) throw new Error('The duty was not saved')
  await saveReferences(scope, made.id, draft)
  const after = await oneDuty(scope, made.id)
  await journalChange(scope, journaled, null, after)
  return after
}

export function updateDuty(
  scope: Scope,
  id: Id<'duty'>,
  { version, ...draft }: DutyDraft & { version: number },
): Promise<DutyRow> {
  return updateVersioned(scope, tables.duty, {
    id,
    version,
    read: () => oneDuty(scope, id),
    async set(before) {
      await check(scope, draft, before)
      return draft
    },
    afterWrite: () => saveReferences(scope, id, draft),
    journal: journaled,
  })
}

export async function deleteDuty(scope: Scope, id: Id<'duty'>): Promise<void> {
  const before = await oneDuty(scope, id)
  await referenceGone(scope, { kind: 'duty', id }, before.name)
  await saveReferences(scope, id, null)
  await scope.db
    .update(tables.duty)
    .set({
      steps: sql`(select coalesce(jsonb_agg(step order by place), '[]')
        from jsonb_array_elements(${tables.duty.steps}) with ordinality as each(step, place)
        where (step #>> '{target,dutyId}')::int is distinct from ${id}::int)`,
      ...nextVersion(tables.duty, scope.clock.now()),
    })
    .where(
      ofCompany(
        tables.duty,
        scope.actor.companyId,
        sql`${tables.duty.steps} @> ${JSON.stringify([{ target: { dutyId: id } }])}::jsonb`,
      ),
    )
  await scope.db
    .delete(tables.duty)
    .where(ofCompany(tables.duty, scope.actor.companyId, eq(tables.duty.id, id)))
  await journalChange(scope, journaled, before, null)
}
