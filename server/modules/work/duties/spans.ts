import { and, asc, eq } from 'drizzle-orm'
import type { DutySpanRow } from '#contract/duties/duties.ts'
import { dutySpans, holesIn, onDutyAt, type DutySpan } from '#contract/duties/dutySpans.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { timeOf } from '../../foundation/company/index.ts'
import { changeRows } from './changeRows.ts'
import { isAble, loadDuties, namesPerson, selectDuties, type LoadedDuty } from './rotations.ts'

const iso = (at: number): string => new Date(at).toISOString()

export async function loadDuty(scope: Scope, id: Id<'duty'>, since: Date): Promise<LoadedDuty> {
  const [loaded] = await loadDuties(scope, await selectDuties(scope, eq(tables.duty.id, id)), since)
  if (!loaded) throw refuseNotFound('duty')
  return loaded
}

export async function spansOfDuty(
  scope: Scope,
  id: Id<'duty'>,
  { from, to }: { from: string; to: string },
) {
  const loaded = await loadDuty(scope, id, new Date(from))
  const { zone } = await timeOf(scope)
  const reach = { from: Date.parse(from), to: Date.parse(to) }
  const spans = dutySpans(loaded.rotation, reach, zone)
  const holes = new Set(holesIn(spans, isAble(loaded.people)).flatMap(({ parts }) => parts))
  const isInReach = (begin: Date | null, end: Date | null) =>
    begin !== null && end !== null && begin.getTime() < reach.to && end.getTime() > reach.from
  return {
    spans: spans.map((span) => rowOf(loaded, span, holes.has(span))),
    changes: await changeRows(
      scope,
      loaded.changes.filter(
        (change) => isInReach(change.from, change.to) || isInReach(change.withFrom, change.withTo),
      ),
    ),
  }
}

function rowOf({ people }: LoadedDuty, span: DutySpan, isHole: boolean): DutySpanRow {
  const person = span.userId === null ? undefined : people.get(span.userId)
  return {
    from: iso(span.from),
    to: iso(span.to),
    state: span.state,
    person: person ? { id: person.id, name: person.name } : null,
    hindrances: person?.hindrances ?? [],
    isHole,
    changeId: span.changeId as Id<'dutyChange'> | null,
  }
}

/** The duty's name and the person on duty now. Undefined if the duty is gone. */
export async function onDutyNow(
  scope: Scope,
  id: Id<'duty'>,
): Promise<{ name: string; userId: Id<'user'> | null } | undefined> {
  const { db, actor, clock } = scope
  const now = clock.now()
  const rows = await db
    .select()
    .from(tables.duty)
    .where(ofCompany(tables.duty, actor.companyId, eq(tables.duty.id, id)))
    .orderBy(asc(tables.duty.id))
  const [loaded] = await loadDuties(scope, rows, now)
  if (!loaded) return undefined
  const { zone } = await timeOf(scope)
  const userId = onDutyAt(loaded.rotation, now.getTime(), zone)
  return { name: loaded.duty.name, userId: userId as Id<'user'> | null }
}

export interface OwnSpan {
  dutyId: Id<'duty'>
  name: string
  from: Date
  to: Date
  changedAt: Date
}

/** When a person is on duty, for their calendar. */
export async function spansOfPerson(
  scope: Scope,
  userId: Id<'user'>,
  { from, to }: { from: Date; to: Date },
): Promise<OwnSpan[]> {
  const rows = await selectDuties(scope, and(namesPerson(scope, userId)))
  const { zone } = await timeOf(scope)
  const reach = { from: from.getTime(), to: to.getTime() }
  return (await loadDuties(scope, rows, from)).flatMap(({ duty, rotation, changes }) =>
    dutySpans(rotation, reach, zone)
      .filter((span) => span.state === 'onDuty' && span.userId === userId)
      .map((span) => ({
        dutyId: duty.id,
        name: duty.name,
        from: new Date(span.from),
        to: new Date(span.to),
        changedAt: changes.find(({ id }) => id === span.changeId)?.updatedAt ?? duty.updatedAt,
      })),
  )
}
