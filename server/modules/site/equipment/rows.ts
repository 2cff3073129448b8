import { metadataParts, showMetadata } from '../../foundation/metadata/index.ts'
import { and, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Colour } from '#contract/colours.ts'
import { keysOf, tableKeys, type TableKey } from '#contract/entityFields.ts'
import type { equipmentDetail, equipmentRow } from '#contract/equipment/equipment.ts'
import { equipmentFields as fields } from '#contract/equipment/equipmentFields.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { byName, type Reader } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { uniqueValues, mapFields, plainOf } from '#kernel/data/entityFields.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { intArray, isAnyId } from '#kernel/data/listQueries.ts'
import { named, Parts, type Readable } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { loadLastPosition, loadWhereabouts, type LastLook } from '../positions/index.ts'

type Row = z.input<typeof equipmentRow>
type Detail = z.input<typeof equipmentDetail>

export const sortColumns = {
  ...mapFields<typeof fields, TableKey<typeof fields>, AnyPgColumn>(
    fields,
    tableKeys(fields),
    tables.equipment,
    {
      type: tables.equipmentType.name,
      status: tables.equipmentStatus.name,
      location: tables.location.name,
    },
  ),
  updatedAt: tables.equipment.updatedAt,
}

const openTickets = sql<number>`(select count(*)::int from ${tables.ticket}
  join ${tables.ticketState} on ${tables.ticketState.companyId} = ${tables.ticket.companyId}
  and ${tables.ticketState.id} = ${tables.ticket.stateId}
  where ${tables.ticket.companyId} = ${tables.equipment.companyId} and ${tables.ticket.equipmentId} = ${tables.equipment.id}
  and ${tables.ticketState.category} <> 'closed')`

/** Number of alerts on the equipment that this user received and has not seen. */
const unseenBy = (
  userId: number | null,
) => sql<number>`(select count(*)::int from ${tables.alertRecipient}
  join ${tables.alert} on ${tables.alert.companyId} = ${tables.alertRecipient.companyId}
  and ${tables.alert.id} = ${tables.alertRecipient.alertId}
  where ${tables.alertRecipient.companyId} = ${tables.equipment.companyId}
  and ${tables.alertRecipient.userId} = ${userId} and ${tables.alertRecipient.seenAt} is null
  and ${tables.alert.equipmentId} = ${tables.equipment.id})`

const tags = (scope: Reader) => sql<
  { id: Id<'tag'>; name: string; colour: Colour }[]
>`coalesce((select jsonb_agg(jsonb_build_object('id', ${tables.tag.id}, 'name', ${tables.tag.name}, 'colour',
  ${tables.tag.colour})
  order by ${byName(scope, tables.tag.name)})
  from ${tables.tag} where ${tables.tag.companyId} = ${tables.equipment.companyId}
  and ${tables.tag.id} = any(${tables.equipment.tagIds})), '[]')`

const noTags = sql<{ id: Id<'tag'>; name: string; colour: Colour }[]>`'[]'::jsonb`

/** Every unneeded column would slow down a page of fifty. */
const { search: _search, folded: _folded, ...ownColumns } = getTableColumns(tables.equipment)

/**
 * `where` must come from scope.from.equipment. A hidden location reads null. `isNew`: the rows were
 * created in this transaction, so they have no tickets and no alerts.
 */
export function selectEquipment({ db, actor, from }: Scope, where: SQL, { isNew = false } = {}) {
  return db
    .select({
      equipment: ownColumns,
      type: { id: tables.equipmentType.id, name: tables.equipmentType.name },
      status: {
        id: tables.equipmentStatus.id,
        name: tables.equipmentStatus.name,
        colour: tables.equipmentStatus.colour,
        isUsable: tables.equipmentStatus.isUsable,
      },
      location: { id: tables.location.id, name: tables.location.name, path: tables.location.path },
      orgEntity: {
        id: tables.orgEntity.id,
        name: tables.orgEntity.name,
        code: tables.orgEntity.code,
      },
      alertsCount: isNew
        ? sql<number>`0`
        : sql<number>`(${openTickets} + ${unseenBy(actor.userId)})`,
      tags: isNew ? noTags : tags({ actor }),
    })
    .from(tables.equipment)
    .innerJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .leftJoin(tables.equipmentStatus, joinOn(tables.equipmentStatus, tables.equipment.statusId))
    .leftJoin(
      tables.location,
      and(joinOn(tables.location, tables.equipment.locationId), from.locations()),
    )
    .leftJoin(tables.orgEntity, joinOn(tables.orgEntity, tables.equipment.orgEntityId))
    .where(where)
    .$dynamic()
}

/** The same for rows created in this transaction. One query for the tags of all rows. */
export async function selectNewEquipment(scope: Scope, where: SQL): Promise<Selected[]> {
  const { db, actor } = scope
  const rows = await selectEquipment(scope, where, { isNew: true })
  const tagIds = uniqueValues(rows.flatMap(({ equipment }) => equipment.tagIds))
  if (tagIds.length === 0) return rows
  const { tag } = tables
  const inOrder = await db
    .select({ id: tag.id, name: tag.name, colour: tag.colour })
    .from(tag)
    .where(ofCompany(tag, actor.companyId, isAnyId(tag.id, tagIds)))
    .orderBy(byName({ actor }, tag.name))
  return rows.map((row) => {
    const own = new Set(row.equipment.tagIds)
    return { ...row, tags: inOrder.filter(({ id }) => own.has(id)) }
  })
}

export const joinsToSort = ({ from }: Scope): SQL => sql`
  left join ${tables.equipmentType} on ${joinOn(tables.equipmentType, tables.equipment.typeId)}
  left join ${tables.equipmentStatus} on ${joinOn(tables.equipmentStatus, tables.equipment.statusId)}
  left join ${tables.location} on ${joinOn(tables.location, tables.equipment.locationId)} and ${from.locations()}`

export type Selected = Awaited<ReturnType<typeof selectEquipment>>[number]

export function rowOf({
  equipment,
  type,
  status,
  location,
  orgEntity,
  alertsCount,
  tags,
}: Selected): Row {
  return {
    id: equipment.id,
    ...plainOf(fields, equipment),
    type,
    status,
    location: location && { id: location.id, name: location.name },
    orgEntity: orgEntity && { id: orgEntity.id, name: orgEntity.name },
    tags,
    isStatic: equipment.isStatic,
    alertsCount,
    updatedAt: equipment.updatedAt.toISOString(),
    version: equipment.version,
  }
}

/** `look`: the last position, if the caller loaded it together with the equipment. */
export async function detailOf(scope: Scope, selected: Selected, look?: LastLook): Promise<Detail> {
  const { equipment } = selected
  const [path, metadata, now] = await Promise.all([
    pathTo(scope, selected.location),
    showMetadata(scope, equipment.metadata),
    loadWhereabouts(scope, look ?? (await loadLastPosition(scope, equipment.id))),
  ])
  return {
    ...rowOf(selected),
    details: equipment.details,
    metadata,
    locationPath: path,
    ...now,
    createdAt: equipment.createdAt.toISOString(),
  }
}

async function pathTo(
  { db, from }: Scope,
  place: Selected['location'],
): Promise<Detail['locationPath']> {
  if (place === null) return []
  return db
    .select({ id: tables.location.id, name: tables.location.name })
    .from(tables.location)
    .where(from.locations(sql`${tables.location.id} = any(${intArray(place.path)})`))
    .orderBy(sql`array_length(${tables.location.path}, 1)`)
}

export const readable = ({
  equipment,
  type,
  status,
  location,
  orgEntity,
  tags,
}: Selected): Readable<'equipment'> =>
  mapFields<typeof fields, keyof typeof fields, unknown>(fields, keysOf(fields), equipment, {
    type: type.name,
    status: status?.name ?? null,
    location: named('location', location),
    orgEntity: named('orgEntity', orgEntity),
    tags: tags.map((mark) => mark.name),
    isStatic: equipment.isStatic,
    details: new Parts(equipment.details.map(({ key, value }) => ({ of: key, value }))),
    metadata: metadataParts(equipment.metadata),
  })
