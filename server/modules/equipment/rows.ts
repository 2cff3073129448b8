/** Maps equipment to the contract, in one query for any page size. */
import { and, asc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Colour } from '#contract/colours.ts'
import { exportedKeys, keysOf, tableKeys, type TableKey } from '#contract/entityFields.ts'
import type { equipmentDetail, equipmentRow } from '#contract/equipment/equipment.ts'
import { equipmentFields as fields } from '#contract/equipment/equipmentFields.ts'
import type { Id } from '#contract/ids.ts'
import type { CsvCell } from '#contract/rules/csv.ts'
import {
  alert,
  alertRecipient,
  equipment,
  equipmentStatus,
  equipmentType,
  location,
  metadataField,
  orgEntity,
  tag,
  ticket,
  ticketState,
} from '#db/schema/index.ts'
import { eachOf, plainOf } from '#kernel/data/entityFields.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import { named, Parts, type Readable } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { lookFor, whereabouts, type LastLook } from '../positions/index.ts'

type Row = z.input<typeof equipmentRow>
type Detail = z.input<typeof equipmentDetail>

export const sortColumns = {
  ...eachOf<typeof fields, TableKey<typeof fields>, AnyPgColumn>(
    fields,
    tableKeys(fields),
    equipment,
    {
      type: equipmentType.name,
      status: equipmentStatus.name,
      location: location.name,
    },
  ),
  updatedAt: equipment.updatedAt,
}

const openTickets = sql<number>`(select count(*)::int from ${ticket}
  join ${ticketState} on ${ticketState.companyId} = ${ticket.companyId}
  and ${ticketState.id} = ${ticket.stateId}
  where ${ticket.companyId} = ${equipment.companyId} and ${ticket.equipmentId} = ${equipment.id}
  and ${ticketState.category} <> 'closed')`

/** Number of alerts on the equipment that this user received and has not seen. */
const unseenBy = (userId: number | null) => sql<number>`(select count(*)::int from ${alertRecipient}
  join ${alert} on ${alert.companyId} = ${alertRecipient.companyId}
  and ${alert.id} = ${alertRecipient.alertId}
  where ${alertRecipient.companyId} = ${equipment.companyId}
  and ${alertRecipient.userId} = ${userId} and ${alertRecipient.seenAt} is null
  and ${alert.equipmentId} = ${equipment.id})`

const tags = sql<
  { id: Id<'tag'>; name: string; colour: Colour }[]
>`coalesce((select jsonb_agg(jsonb_build_object('id', ${tag.id}, 'name', ${tag.name}, 'colour',
  ${tag.colour})
  order by ${tag.name})
  from ${tag} where ${tag.companyId} = ${equipment.companyId}
  and ${tag.id} = any(${equipment.tagIds})), '[]')`

/** Every unneeded column would slow down a page of fifty. */
const { search: _search, ...ownColumns } = getTableColumns(equipment)

/** `where` must come from scope.from.equipment. A hidden location reads null. */
export function selectEquipment({ db, actor, from }: Scope, where: SQL) {
  return db
    .select({
      equipment: ownColumns,
      type: { id: equipmentType.id, name: equipmentType.name },
      status: {
        id: equipmentStatus.id,
        name: equipmentStatus.name,
        colour: equipmentStatus.colour,
        isUsable: equipmentStatus.isUsable,
      },
      location: { id: location.id, name: location.name, path: location.path },
      orgEntity: { id: orgEntity.id, name: orgEntity.name, code: orgEntity.code },
      alertsCount: sql<number>`(${openTickets} + ${unseenBy(actor.userId)})`,
      tags,
    })
    .from(equipment)
    .innerJoin(equipmentType, joinOn(equipmentType, equipment.typeId))
    .leftJoin(equipmentStatus, joinOn(equipmentStatus, equipment.statusId))
    .leftJoin(location, and(joinOn(location, equipment.locationId), from.locations()))
    .leftJoin(orgEntity, joinOn(orgEntity, equipment.orgEntityId))
    .where(where)
    .$dynamic()
}

/** Joins for sorting by columns of other tables. */
export const joinsToSort = ({ from }: Scope): SQL => sql`
  left join ${equipmentType} on ${joinOn(equipmentType, equipment.typeId)}
  left join ${equipmentStatus} on ${joinOn(equipmentStatus, equipment.statusId)}
  left join ${location} on ${joinOn(location, equipment.locationId)} and ${from.locations()}`

export type Selected = Awaited<ReturnType<typeof selectEquipment>>[number]

export function rowOf({
  equipment: thing,
  type,
  status,
  location: place,
  orgEntity: owner,
  alertsCount,
  tags: marks,
}: Selected): Row {
  return {
    id: thing.id,
    ...plainOf(fields, thing),
    type,
    status,
    location: place && { id: place.id, name: place.name },
    orgEntity: owner && { id: owner.id, name: owner.name },
    tags: marks,
    isStatic: thing.isStatic,
    alertsCount,
    updatedAt: thing.updatedAt.toISOString(),
    version: thing.version,
  }
}

/** `look`: the last position, if the caller loaded it together with the equipment. */
export async function detailOf(scope: Scope, selected: Selected, look?: LastLook): Promise<Detail> {
  const { equipment: thing } = selected
  const [path, metadata, now] = await Promise.all([
    pathTo(scope, selected.location),
    metadataOf(scope.db, thing),
    whereabouts(scope, look ?? (await lookFor(scope, thing.id))),
  ])
  return {
    ...rowOf(selected),
    details: thing.details,
    metadata,
    locationPath: path,
    ...now,
    createdAt: thing.createdAt.toISOString(),
  }
}

async function pathTo(
  { db, from }: Scope,
  place: Selected['location'],
): Promise<Detail['locationPath']> {
  if (place === null) return []
  return db
    .select({ id: location.id, name: location.name })
    .from(location)
    .where(from.locations(sql`${location.id} = any(${intArray(place.path)})`))
    .orderBy(sql`array_length(${location.path}, 1)`)
}

async function metadataOf(
  db: Scope['db'],
  thing: Selected['equipment'],
): Promise<Detail['metadata']> {
  const ids = Object.keys(thing.metadata).map(Number)
  if (ids.length === 0) return []
  const fields = await db
    .select({ id: metadataField.id, name: metadataField.name, unit: metadataField.unit })
    .from(metadataField)
    .where(
      and(eq(metadataField.companyId, thing.companyId), inArray(sql`${metadataField.id}`, ids)),
    )
    .orderBy(asc(metadataField.name))
  return fields.flatMap(({ id: fieldId, name, unit }) => {
    const value = thing.metadata[fieldId]
    return value === undefined
      ? []
      : [
          {
            fieldId,
            name,
            unit,
            value: Array.isArray(value) ? [...value] : (value as string | number | boolean),
          },
        ]
  })
}

/** Values for the journal: names instead of ids. */
export const readable = ({
  equipment: thing,
  type,
  status,
  location: place,
  orgEntity: owner,
  tags: marks,
}: Selected): Readable<'equipment'> =>
  eachOf<typeof fields, keyof typeof fields, unknown>(fields, keysOf(fields), thing, {
    type: type.name,
    status: status?.name ?? null,
    location: named('location', place),
    orgEntity: named('orgEntity', owner),
    tags: marks.map((mark) => mark.name),
    isStatic: thing.isStatic,
    details: new Parts(thing.details.map(({ key, value }) => ({ of: key, value }))),
    metadata: new Parts(
      Object.entries(thing.metadata).map(([id, value]) => ({
        of: { kind: 'metadataField', id: Number(id) },
        value,
      })),
    ),
  })

export const exportHeading = ['id', ...exportedKeys(fields), 'alertsCount', 'updatedAt']
export function* exportLines(rows: readonly Row[]): Generator<CsvCell[]> {
  const keys = exportedKeys(fields)
  for (const row of rows) {
    const cells = eachOf<typeof fields, (typeof keys)[number], CsvCell>(fields, keys, row, {
      type: row.type.name,
      status: row.status?.name,
      location: row.location?.name,
      orgEntity: row.orgEntity?.name,
      tags: row.tags.map((one) => one.name).join('; '),
      isStatic: row.isStatic,
    })
    yield [row.id, ...Object.values(cells), row.alertsCount, row.updatedAt]
  }
}
