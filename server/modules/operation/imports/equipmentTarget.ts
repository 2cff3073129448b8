import { inArray, isNull, sql } from 'drizzle-orm'
import { equipmentFields as fields } from '#contract/equipment/equipmentFields.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { nameComparison } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { createAll, removeAll, updateAll, type Draft } from '../../site/equipment/index.ts'
import {
  namesOfOwners,
  ownerIn,
  ownerSaid,
  ownersNamed,
  placeFault,
  placeIn,
  placesNamed,
  type Places,
} from './found.ts'
import { refuseBeyondImporter } from './mayUse.ts'
import { ensureNames, made } from './names.ts'
import { fault, namesIn, type ReadRow } from './readRow.ts'
import { keysIn, storedRows, writeRows, type Stored } from './stored.ts'
import {
  actionOf,
  changesOf,
  givenBy,
  givenText,
  storedText,
  takeDefaultType,
  type Target,
} from './target.ts'

type Row = typeof tables.equipment.$inferSelect

export const equipmentTarget: Target = {
  order: (_scope, rows) => Promise.resolve(rows),
  async plan(scope, rows) {
    const { seen: stored, taken, several } = await storedBy(scope, rows)
    const places = await placesNamed(scope, placesIn(rows))
    const owners = await ownersNamed(scope, rows)
    const names = await namesById(scope)
    const inOrder = nameComparison(scope)
    for (const read of rows) if (!stored.has(read.key.toLowerCase())) takeDefaultType(read)
    await refuseBeyondImporter(
      scope,
      rows,
      tables.equipmentType,
      scope.actor.equipmentTypeIds,
      (read, word) =>
        word === 'tags'
          ? namesIn(read.values['tags'])
          : read.values[word] === undefined
            ? []
            : [read.values[word]],
    )
    return rows.map((read) => {
      // Hidden equipment has this number. The error reveals nothing else.
      if (taken.has(read.key.toLowerCase())) fault(read, 'equipmentId', 'taken', read.key)
      const location = read.values['location']
      const code = location === undefined ? null : placeFault(places, location)
      if (location !== undefined && code !== null) fault(read, 'location', code)
      if (several.has(read.key.toLowerCase())) fault(read, 'name', 'ambiguousEquipment', read.key)
      const old = stored.get(read.key.toLowerCase())
      const said = givenText(read, {
        ...namedBy(read, places, inOrder),
        orgEntity: ownerSaid(owners, read),
      })
      const changes = changesOf(old && textOf(old, names, inOrder), said)
      return { read, action: actionOf(read, old !== undefined, changes), changes }
    })
  },
  async write(scope, planned) {
    const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
    if (rows.length === 0) return []
    const reads = rows.map(({ read }) => read)
    const typeIds = await ensureNames(
      scope,
      'equipmentType',
      reads.map((read) => read.values['type']),
    )
    const statusIds = await ensureNames(
      scope,
      'equipmentStatus',
      reads.map((read) => read.values['status']),
    )
    const tagIds = await ensureNames(
      scope,
      'tag',
      reads.flatMap((read) => namesIn(read.values['tags'])),
    )
    const places = await placesNamed(scope, placesIn(reads))
    const owners = await ownersNamed(scope, reads)
    const { seen: stored } = await storedBy(scope, reads, { toChange: true })

    const given = (read: ReadRow, old?: Row) =>
      givenBy<typeof fields, Draft>(
        fields,
        read,
        {
          type: (given) => ({ typeId: made(typeIds, given) }),
          status: (given) => ({ statusId: made(statusIds, given) }),
          location: (given) => ({ locationId: placeIn(places, given) }),
          tags: (given) => ({ tagIds: namesIn(given).map((name) => made(tagIds, name)) }),
          orgEntity: (given) => ({ orgEntityId: ownerIn(owners, given) }),
          isStatic: (given) => ({ isStatic: given === 'true' }),
        },
        old,
      )
    return writeRows<Row, Draft, Partial<Draft>>(rows, stored, {
      draftOf: (read) => {
        const { typeId = made(typeIds, ''), ...facts } = given(read)
        return { name: read.name, ...facts, typeId }
      },
      changeOf: given,
      create: async (drafts) => (await createAll(scope, drafts)).map((row) => row.equipment),
      update: (changes) => updateAll(scope, changes),
    })
  },
  editor: 'editor|equipment',
  tags: ['Equipment', 'EquipmentType', 'EquipmentStatus', 'Tag'],
  undo: {
    table: tables.equipment,
    held: equipmentInUse,
    remove: (scope, ids) => removeAll(scope, ids as readonly Id<'equipment'>[]),
    restore: async (scope, changed) => {
      // values the import replaced, as it stored them
      await updateAll(
        scope,
        changed.map(({ id, version, before }) => ({
          id: id as Id<'equipment'>,
          version,
          change: before as Draft,
        })),
      )
    },
  },
}

/** Equipment with procedure logs, attached devices or fellows. */
async function equipmentInUse(
  { db, actor }: Scope,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const columns = [
    [tables.procedureLog, tables.procedureLog.equipmentId],
    [tables.ticket, tables.ticket.equipmentId],
    [tables.gateway, tables.gateway.equipmentId],
    [tables.beacon, tables.beacon.equipmentId],
    [tables.fellow, tables.fellow.equipmentId],
    [tables.fellow, tables.fellow.ownerId],
    [tables.sensor, tables.sensor.equipmentId],
    [tables.equipmentFile, tables.equipmentFile.equipmentId],
  ] as const
  const used = new Set<number>()
  for (const [table, column] of columns) {
    const rows = await db
      .selectDistinct({ id: sql<number>`${column}` })
      .from(table)
      .where(ofCompany(table, actor.companyId, inArray(sql`${column}`, [...ids])))
    for (const { id } of rows) used.add(id)
  }
  return used
}

/** Stored rows with these keys that the importer may see, and the numbers of hidden ones. */
async function storedBy(
  { db, actor, from }: Scope,
  rows: readonly ReadRow[],
  { toChange = false } = {},
): Promise<Stored<Row>> {
  const byNumber = rows.some((read) => read.values['equipmentId'] !== undefined)
  const column = byNumber ? tables.equipment.equipmentId : tables.equipment.name
  const keys = keysIn(rows)
  if (keys.length === 0) return { seen: new Map(), taken: new Set(), several: new Set() }
  const query = db
    .select({ row: tables.equipment, isSeen: sql<boolean>`(${from.equipment()})` })
    .from(tables.equipment)
    .where(
      ofCompany(
        tables.equipment,
        actor.companyId,
        isNull(tables.equipment.deletedAt),
        inArray(sql`lower(${column})`, keys),
      ),
    )
    .orderBy(tables.equipment.id)
  // Locked until the write.
  const found = await (toChange ? query.for('update') : query)
  return storedRows<Row>(found, (row) => (byNumber ? row.equipmentId : row.name), byNumber)
}

const placesIn = (rows: readonly ReadRow[]) => rows.flatMap((read) => read.values['location'] ?? [])

type Comparison = ReturnType<typeof nameComparison>

/** The referenced names in their stored spelling. */
const namedBy = (read: ReadRow, places: Places, inOrder: Comparison): ReadRow['values'] => {
  const { location, tags } = read.values
  const found = places.get(location?.toLowerCase() ?? '')
  return {
    location: typeof found === 'object' ? found.name : location,
    tags: tags === undefined ? undefined : namesIn(tags).sort(inOrder).join('; '),
  }
}

const textOf = (row: Row, names: Names, inOrder: Comparison) =>
  storedText(fields, row, {
    type: names.types.get(row.typeId) ?? '',
    status: names.statuses.get(row.statusId ?? 0) ?? '',
    location: names.places.get(row.locationId ?? 0) ?? '',
    orgEntity: names.owners.get(row.orgEntityId ?? 0) ?? '',
    isStatic: String(row.isStatic),
    tags: row.tagIds
      .flatMap((id) => names.tags.get(id) ?? [])
      .sort(inOrder)
      .join('; '),
  })

interface Names {
  types: Map<number, string>
  statuses: Map<number, string>
  tags: Map<number, string>
  places: Map<number, string>
  owners: Map<number, string>
}

async function namesById(scope: Scope): Promise<Names> {
  const { db, actor, from } = scope
  const of = async (
    table:
      | typeof tables.equipmentType
      | typeof tables.equipmentStatus
      | typeof tables.tag
      | typeof tables.location,
  ) =>
    new Map(
      (
        await db
          .select({ id: sql<number>`${table.id}`, name: sql<string>`${table.name}` })
          .from(table)
          .where(
            table === tables.location ? from.ever.locations() : ofCompany(table, actor.companyId),
          )
      ).map((row) => [row.id, row.name]),
    )
  return {
    types: await of(tables.equipmentType),
    statuses: await of(tables.equipmentStatus),
    tags: await of(tables.tag),
    places: await of(tables.location),
    owners: await namesOfOwners(scope),
  }
}
