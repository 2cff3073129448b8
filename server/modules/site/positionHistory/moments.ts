import { asc, eq, gte, lte, sql } from 'drizzle-orm'
import type { StatusThen } from '#contract/rtls/lookingBack.ts'
import { isReference } from '#contract/journal/references.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { LookedAt } from './positionSlices.ts'
import { gatewaysHeardIn } from './replay.ts'

const MAX_CHANGES = 5_000
const MAX_ALERTS = 500
const MAX_TICKETS = 500

export async function moments(scope: Scope, asked: LookedAt) {
  const heard = await gatewaysHeardIn(scope, asked)
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
      id: tables.equipment.id,
      name: tables.equipment.name,
      typeName: tables.equipmentType.name,
      status: { name: tables.equipmentStatus.name, colour: tables.equipmentStatus.colour },
    })
    .from(tables.equipment)
    .innerJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .leftJoin(tables.equipmentStatus, joinOn(tables.equipmentStatus, tables.equipment.statusId))
    .where(ofCompany(tables.equipment, companyId, sql`${tables.equipment.id} = any(${ids})`))
    .orderBy(asc(tables.equipment.id))
  const statusOf = statusesBy(
    await db
      .select({
        id: tables.equipmentStatus.id,
        name: tables.equipmentStatus.name,
        colour: tables.equipmentStatus.colour,
      })
      .from(tables.equipmentStatus)
      .where(ofCompany(tables.equipmentStatus, companyId)),
  )
  // Reads until now instead of the range's end, because the next entry names the status before it.
  const entries = await db
    .select({
      id: tables.journalEntry.entityId,
      at: tables.journalEntry.at,
      changes: tables.journalEntry.changes,
    })
    .from(tables.journalEntry)
    .where(
      ofCompany(
        tables.journalEntry,
        companyId,
        eq(tables.journalEntry.entity, 'equipment'),
        eq(tables.journalEntry.change, 'updated'),
        sql`${tables.journalEntry.entityId} = any(${ids})`,
        gte(tables.journalEntry.at, new Date(asked.from)),
        sql`${tables.journalEntry.changes} @> '[{"field":"status"}]'::jsonb`,
      ),
    )
    .orderBy(asc(tables.journalEntry.at), asc(tables.journalEntry.id))
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
    sql`case when ${tables.alert.zoneRuleId} is null then ${tables.alert.at} else ${tables.alert.createdAt} end`.mapWith(
      tables.alert.at,
    )
  const told = await db
    .select({
      at: happenedAt,
      level: tables.alert.level,
      text: tables.alert.text,
      equipment: { id: tables.equipment.id, name: tables.equipment.name },
    })
    .from(tables.alert)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.alert.equipmentId))
    .innerJoin(tables.alertRecipient, joinOn(tables.alert, tables.alertRecipient.alertId))
    .where(
      ofCompany(
        tables.alert,
        companyId,
        sql`${tables.alertRecipient.userId} = ${userId}::int`,
        sql`${tables.alert.equipmentId} = any(${ids})`,
        gte(happenedAt, new Date(asked.from)),
        lte(happenedAt, until),
      ),
    )
    .orderBy(asc(happenedAt), asc(tables.alert.id))
    .limit(MAX_ALERTS + 1)
  const opened = await db
    .select({
      at: tables.ticket.openedAt,
      title: tables.ticket.title,
      equipment: { id: tables.equipment.id, name: tables.equipment.name },
    })
    .from(tables.ticket)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.ticket.equipmentId))
    .where(
      scope.from.tickets(
        sql`${tables.ticket.equipmentId} = any(${ids})`,
        gte(tables.ticket.openedAt, new Date(asked.from)),
        lte(tables.ticket.openedAt, until),
      ),
    )
    .orderBy(asc(tables.ticket.openedAt), asc(tables.ticket.id))
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
 * Statuses by id. A deleted status has its name from the journal and no colour; older entries have
 * only the name.
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
