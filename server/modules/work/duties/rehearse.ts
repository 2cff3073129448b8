/** Whom the steps of a duty would have called in the last days, for what is stored anyway. */
import { inArray, or, eq, sql } from 'drizzle-orm'
import { MAX_REHEARSED, REHEARSED_DAYS, type DutyRehearsal } from '#contract/duties/rehearsal.ts'
import { onDutyAt } from '#contract/duties/dutySpans.ts'
import { callsUntil } from '#contract/duties/steps.ts'
import type { DutyStep } from '#contract/duties/duties.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { responsibleFor } from '../../foundation/alerts/index.ts'
import { timeOf } from '../../foundation/company/index.ts'
import { isAble, loadDuties, selectDuties, type LoadedDuty } from './rotations.ts'

const DAY = 86_400_000
/** Of tickets, and of alerts. */
const MAX_LOOKED_AT = 1_000

interface Incident {
  ticketId: Id<'ticket'> | null
  title: string
  at: number
  answeredAt: number | null
  [key: string]: unknown
}

export async function rehearseDuty(scope: Scope, id: Id<'duty'>): Promise<DutyRehearsal> {
  const now = scope.clock.now().getTime()
  const since = new Date(now - REHEARSED_DAYS * DAY)
  const [own] = await selectDuties(scope, eq(tables.duty.id, id))
  if (!own) throw refuseNotFound('duty')
  const named = own.steps.flatMap(({ target }) => (target.to === 'duty' ? [target.dutyId] : []))
  const rows = await selectDuties(
    scope,
    or(eq(tables.duty.id, id), named.length === 0 ? undefined : inArray(tables.duty.id, named)),
  )
  const loaded = await loadDuties(scope, rows, since)
  const incidents = [
    ...(await ticketsOf(scope, own, since)),
    ...(await alertsOf(scope, id, since)),
  ].sort((one, other) => other.at - one.at)
  const shown = incidents.slice(0, MAX_REHEARSED)
  const findPeople = await finderOf(scope, own, loaded)
  const called = shown.map(({ at, answeredAt }) =>
    callsUntil(own.steps, at, Math.min(answeredAt ?? now, now), findPeople),
  )
  const names = await namesOf(
    scope,
    called.flat().flatMap(({ userIds }) => userIds),
  )
  return {
    count: incidents.length,
    rows: shown.map((incident, index) => ({
      ticketId: incident.ticketId,
      title: incident.title,
      at: new Date(incident.at).toISOString(),
      answeredAt: incident.answeredAt === null ? null : new Date(incident.answeredAt).toISOString(),
      unansweredSeconds: Math.max(
        0,
        Math.round(((incident.answeredAt ?? now) - incident.at) / 1_000),
      ),
      calls: (called[index] ?? []).map(({ step, at, userIds }) => ({
        step: step + 1,
        at: new Date(at).toISOString(),
        people: userIds.flatMap((userId) => names.get(userId) ?? []),
      })),
    })),
  }
}

async function finderOf(
  scope: Scope,
  own: LoadedDuty['duty'],
  loaded: readonly LoadedDuty[],
): Promise<(step: DutyStep, at: number) => number[]> {
  const { zone } = await timeOf(scope)
  const managers = own.steps.some(({ target }) => target.to === 'managers')
    ? await responsibleFor(scope, 'editor|duties', own.locationId)
    : []
  return ({ target }, at) => {
    if (target.to === 'user') return [target.userId]
    if (target.to === 'managers') return managers
    const dutyId = target.to === 'duty' ? target.dutyId : own.id
    const duty = loaded.find((one) => one.duty.id === dutyId)
    const person = duty && onDutyAt(duty.rotation, at, zone)
    return duty && person != null && isAble(duty.people)(person) ? [person] : []
  }
}

/** Answered when the ticket first left the open states; without a journal, when it last changed. */
async function ticketsOf(
  { db, actor, from }: Scope,
  { ticketTypeIds, locationId }: LoadedDuty['duty'],
  since: Date,
): Promise<Incident[]> {
  if (ticketTypeIds.length === 0) return []
  const { rows } = await db.execute<Incident>(sql`
    select ${tables.ticket.id} as "ticketId", ${tables.ticket.title} as "title",
      (extract(epoch from ${tables.ticket.openedAt}) * 1000)::float8 as "at",
      (extract(epoch from coalesce((select min(entry.at)
        from journal_entry entry, jsonb_array_elements(entry.changes) as part
        where entry.company_id = ${tables.ticket.companyId} and entry.entity = 'ticket'
        and entry.entity_id = ${tables.ticket.id} and part->>'field' = 'state'
        and part->>'before' is not null
        and not exists (select from ticket_state state where state.company_id = entry.company_id
          and state.ticket_type_id = ${tables.ticket.typeId} and state.name = part->>'after'
          and state.category = 'open')),
        case when present.category <> 'open'
          then coalesce(${tables.ticket.closedAt}, ${tables.ticket.updatedAt}) end)) * 1000)::float8 as "answeredAt"
    from ${tables.ticket}
    join ticket_state present on present.company_id = ${tables.ticket.companyId}
      and present.id = ${tables.ticket.stateId}
    left join equipment thing on thing.company_id = ${tables.ticket.companyId}
      and thing.id = ${tables.ticket.equipmentId}
    where ${from.tickets(isAnyId(tables.ticket.typeId, ticketTypeIds))}
      and ${tables.ticket.openedAt} >= ${since}
      and (${locationId}::int is null or coalesce(${tables.ticket.locationId}, thing.location_id) in (
        with recursive below(id) as (select ${locationId}::int
          union select place.id from location place join below on place.parent_id = below.id
          where place.company_id = ${actor.companyId}) select id from below))
    order by ${tables.ticket.openedAt} desc, ${tables.ticket.id} desc limit ${MAX_LOOKED_AT}`)
  return rows
}

/** Alerts of rules that call the duty. Answered when the first of those told saw it. */
async function alertsOf(
  { db, actor, from }: Scope,
  id: Id<'duty'>,
  since: Date,
): Promise<Incident[]> {
  const { rows } = await db.execute<Incident>(sql`
    select null::int as "ticketId", coalesce(nullif(alert.text, ''), alert.automation_name, '') as "title",
      (extract(epoch from alert.at) * 1000)::float8 as "at",
      (select (extract(epoch from min(told.seen_at)) * 1000)::float8 from alert_recipient told
        where told.company_id = alert.company_id and told.alert_id = alert.id) as "answeredAt"
    from alert join ${tables.automationRun} on ${tables.automationRun.companyId} = alert.company_id
      and ${tables.automationRun.id} = alert.run_id
    where alert.company_id = ${actor.companyId} and alert.kind = 'automation' and alert.at >= ${since}
      and ${from.automationRuns()}
      and ${tables.automationRun.automationId} in (select reference.from_id from reference
        where reference.company_id = alert.company_id and reference.from_kind = 'automation'
        and reference.to_kind = 'duty' and reference.to_id = ${id})
    order by alert.at desc, alert.id desc limit ${MAX_LOOKED_AT}`)
  return rows
}

async function namesOf(
  { db, actor }: Scope,
  userIds: readonly number[],
): Promise<Map<number, { id: Id<'user'>; name: string }>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({
      id: tables.user.id,
      name: sql<string>`${tables.user.firstName} || ' ' || ${tables.user.lastName}`,
    })
    .from(tables.user)
    .where(ofCompany(tables.user, actor.companyId, isAnyId(tables.user.id, [...new Set(userIds)])))
  return new Map(rows.map((row): [number, typeof row] => [row.id, row]))
}
