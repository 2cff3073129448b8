/**
 * Events during a replay: status changes from the journal, alerts that the user received, and
 * tickets opened on the equipment.
 */
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import type { StatusThen } from '#contract/rtls/lookingBack.ts'
import { isReference } from '#contract/journal/references.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import {
  alert,
  alertRecipient,
  equipment,
  equipmentStatus,
  equipmentType,
  journalEntry,
  ticket,
} from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { LookedAt } from './positionSlices.ts'
import { heardIn } from './replay.ts'

const MAX_CHANGES = 5_000
const MAX_ALERTS = 500
const MAX_TICKETS = 500

export async function moments(scope: Scope, asked: LookedAt) {
  const heard = await heardIn(scope, asked)
  if (heard.length === 0) return { isCut: false, things: [], alerts: [], tickets: [] }
  return scope.transaction((inner) =>
    momentsOf(
      inner,
      heard.map(({ id }) => id),
      asked,
    ),
  )
}

async function momentsOf(scope: Scope, heard: readonly number[], asked: LookedAt) {
  const {
    db,
    actor: { companyId, userId },
  } = scope
  const ids = intArray(heard)
  const things = await db
    .select({
      id: equipment.id,
      name: equipment.name,
      typeName: equipmentType.name,
      status: { name: equipmentStatus.name, colour: equipmentStatus.colour },
    })
    .from(equipment)
    .innerJoin(equipmentType, joinOn(equipmentType, equipment.typeId))
    .leftJoin(equipmentStatus, joinOn(equipmentStatus, equipment.statusId))
    .where(and(eq(equipment.companyId, companyId), sql`${equipment.id} = any(${ids})`))
    .orderBy(asc(equipment.id))
  const statusOf = statusesBy(
    await db
      .select({
        id: equipmentStatus.id,
        name: equipmentStatus.name,
        colour: equipmentStatus.colour,
      })
      .from(equipmentStatus)
      .where(eq(equipmentStatus.companyId, companyId)),
  )
  // Until now, not until the end of the range: a later entry tells the status before it.
  const entries = await db
    .select({ id: journalEntry.entityId, at: journalEntry.at, changes: journalEntry.changes })
    .from(journalEntry)
    .where(
      and(
        eq(journalEntry.companyId, companyId),
        eq(journalEntry.entity, 'equipment'),
        eq(journalEntry.change, 'updated'),
        sql`${journalEntry.entityId} = any(${ids})`,
        gte(journalEntry.at, new Date(asked.from)),
        sql`${journalEntry.changes} @> '[{"field":"status"}]'::jsonb`,
      ),
    )
    .orderBy(asc(journalEntry.at), asc(journalEntry.id))
    .limit(MAX_CHANGES + 1)
  const changed = groupBy(
    entries.slice(0, MAX_CHANGES).flatMap(({ id, at, changes }) => {
      const change = changes.find(({ field }) => field === 'status')
      return change === undefined
        ? []
        : [{ id, at, before: statusOf(change.before), after: statusOf(change.after) }]
    }),
    ({ id }) => id,
  )
  const until = new Date(asked.to)
  // The time of a zone rule's alert is updated when others join it.
  const happenedAt =
    sql`case when ${alert.zoneRuleId} is null then ${alert.at} else ${alert.createdAt} end`.mapWith(
      alert.at,
    )
  const told = await db
    .select({
      at: happenedAt,
      level: alert.level,
      text: alert.text,
      equipment: { id: equipment.id, name: equipment.name },
    })
    .from(alert)
    .innerJoin(equipment, joinOn(equipment, alert.equipmentId))
    .innerJoin(alertRecipient, joinOn(alert, alertRecipient.alertId))
    .where(
      and(
        eq(alert.companyId, companyId),
        sql`${alertRecipient.userId} = ${userId}::int`,
        sql`${alert.equipmentId} = any(${ids})`,
        gte(happenedAt, new Date(asked.from)),
        lte(happenedAt, until),
      ),
    )
    .orderBy(asc(happenedAt), asc(alert.id))
    .limit(MAX_ALERTS + 1)
  const opened = await db
    .select({
      at: ticket.openedAt,
      title: ticket.title,
      equipment: { id: equipment.id, name: equipment.name },
    })
    .from(ticket)
    .innerJoin(equipment, joinOn(equipment, ticket.equipmentId))
    .where(
      scope.from.tickets(
        sql`${ticket.equipmentId} = any(${ids})`,
        gte(ticket.openedAt, new Date(asked.from)),
        lte(ticket.openedAt, until),
      ),
    )
    .orderBy(asc(ticket.openedAt), asc(ticket.id))
    .limit(MAX_TICKETS + 1)
  return {
    isCut: entries.length > MAX_CHANGES || told.length > MAX_ALERTS || opened.length > MAX_TICKETS,
    things: things.map(({ id, name, typeName, status }) => {
      const own = changed.get(id) ?? []
      const first = own[0]
      return {
        equipment: { id, name },
        typeName,
        status: first === undefined ? status : first.before,
        changes: own
          .filter(({ at }) => at <= until)
          .map(({ at, after }) => ({ at: at.toISOString(), status: after })),
      }
    }),
    alerts: told.slice(0, MAX_ALERTS).map(({ at, ...one }) => ({ at: at.toISOString(), ...one })),
    tickets: opened
      .slice(0, MAX_TICKETS)
      .map(({ at, ...one }) => ({ at: at.toISOString(), ...one })),
  }
}

/**
 * A deleted status has its name from the journal and no colour. Older entries have only the name.
 */
function statusesBy(rows: readonly ({ id: number } & NonNullable<StatusThen>)[]) {
  const known = new Map(rows.map(({ id, name, colour }) => [id, { name, colour }]))
  const byName = new Map(rows.map(({ name, colour }) => [name, { name, colour }]))
  const called = (name: string): StatusThen => byName.get(name) ?? { name, colour: null }
  return (value: unknown): StatusThen => {
    if (typeof value === 'string') return called(value)
    if (typeof value !== 'object' || value === null || !isReference(value)) return null
    const name = 'name' in value && typeof value.name === 'string' ? value.name : ''
    return known.get(value.id) ?? called(name)
  }
}
