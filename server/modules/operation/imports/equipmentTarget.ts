import { inArray, isNull, not, or, sql } from 'drizzle-orm'
import { equipmentFields as fields } from '#contract/equipment/equipmentFields.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { equalsOneOf } from '#kernel/data/lowerCaseLookup.ts'
import { nameComparison } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { createAll, removeAll, updateAll, type Draft } from '../../site/equipment/index.ts'
import {
  namesOfOwners,
  ownerIn,
  ownerNameIn,
  ownersNamed,
  placeFault,
  placeIn,
  placesNamed,
  findEquipment,
  type Places,
} from './found.ts'
import { attachRows, belongingsOf, ownerNamesOf } from './belongings.ts'
import { ensurePlaces, mayMakePlaces } from './makePlaces.ts'
import { refuseBeyondImporter } from './mayUse.ts'
import { ensureNames, made } from './names.ts'
import { orderByParent, parentsOutside } from './parents.ts'
import { withGivenMetadata, metadataOf, metadataSaid, metadataText } from './ownValues.ts'
import { addFault, namesIn, type ReadRow } from './readRow.ts'
import { keysIn, matcher, storedRows, writeRows, type Match } from './stored.ts'
import {
  actionOf,
  changedFields,
  toDraft,
  givenTexts,
  storedText,
  takeDefaultType,
  type Target,
} from './target.ts'

type Row = typeof tables.equipment.$inferSelect

export const equipmentTarget: Target = {
  order: async (scope, rows) => {
    if (rows.every((read) => read.values['owner'] === undefined)) return rows
    const outside = await findEquipment(scope, parentsOutside(rows, 'owner'))
    const faultOutside = (name: string) => {
      const found = outside.get(name)
      return found === 'several' ? 'ambiguousEquipment' : found ? null : 'unknownEquipment'
    }
    const codes = { unknown: 'unknownEquipment', several: 'ambiguousEquipment' } as const
    return orderByParent(rows, faultOutside, codes, 'owner')
  },
  async plan(scope, rows) {
    const places = await placesNamed(scope, placesIn(rows))
    const matches = await matchesOf(scope, rows, places)
    const owners = await ownersNamed(scope, rows)
    const inOrder = nameComparison(scope)
    const mayMake = rows.some((read) => read.makesPlaces) && (await mayMakePlaces(scope))
    const found = rows.flatMap((read) => rowOf(matches(read)) ?? [])
    const names = await namesById(scope, found)
    const belongings = await belongingsOf(scope, rows, found)
    for (const read of rows) if (rowOf(matches(read)) === undefined) takeDefaultType(read)
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
    const matched = new Set<number>()
    return rows.map((read) => {
      const match = matches(read)
      const known = rowOf(match)
      if (known !== undefined && matched.has(known.id))
        addFault(read, read.isByName ? 'name' : 'equipmentId', 'duplicateKey', read.key)
      if (known !== undefined) matched.add(known.id)
      // Hidden equipment has this number. The error reveals nothing else.
      if (match === 'taken') addFault(read, 'equipmentId', 'taken', read.key)
      const location = read.values['location']
      const code = location === undefined ? null : placeFault(places, location)
      if (read.place !== undefined) {
        if (read.place.faults.length > 0) addFault(read, 'location', 'unknownParent')
      } else if (location !== undefined && code !== null) {
        const isMade = read.makesPlaces && code === 'unknownParent'
        if (!isMade) addFault(read, 'location', code)
        else if (!mayMake) addFault(read, 'location', 'cannotMake')
      }
      if (match === 'several') addFault(read, 'name', 'ambiguousEquipment', read.key)
      belongings.check(read)
      const said = givenTexts(read, {
        ...namedBy(read, places, inOrder),
        orgEntity: ownerNameIn(owners, read),
        owner: belongings.said(read),
      })
      const stored = known && {
        ...textOf(known, names, inOrder),
        ...metadataText(known.metadata, read),
        owner: belongings.ownerOf(known.id) ?? '',
      }
      const changes = changedFields(stored, { ...said, ...metadataSaid(read) })
      return { read, action: actionOf(read, known !== undefined, changes), changes }
    })
  },
  async write(scope, planned, by) {
    const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
    if (rows.length === 0) return []
    const reads = rows.map(({ read }) => read)
    const typeIds = await ensureNames(
      scope,
      'equipmentType',
      reads.map((read) => read.values['type']),
      by,
    )
    const statusIds = await ensureNames(
      scope,
      'equipmentStatus',
      reads.map((read) => read.values['status']),
      by,
    )
    const tagIds = await ensureNames(
      scope,
      'tag',
      reads.flatMap((read) => namesIn(read.values['tags'])),
      by,
    )
    const places = await ensurePlaces(scope, reads, by)
    const owners = await ownersNamed(scope, reads)
    const matches = await matchesOf(scope, reads, places, { toChange: true })

    const given = (read: ReadRow, old?: Row) => ({
      ...toDraft<typeof fields, Draft>(
        fields,
        read,
        {
          type: (given) => ({ typeId: made(typeIds, given) }),
          status: (given) => ({ statusId: made(statusIds, given) }),
          location: (given) => ({
            locationId: (read.place?.id as Id<'location'> | undefined) ?? placeIn(places, given),
          }),
          tags: (given) => ({ tagIds: namesIn(given).map((name) => made(tagIds, name)) }),
          orgEntity: (given) => ({ orgEntityId: ownerIn(owners, given) }),
          isStatic: (given) => ({ isStatic: given === 'true' }),
        },
        old,
      ),
      ...(read.metadata.length > 0 && { metadata: metadataOf(read, old?.metadata) }),
    })
    const written = await writeRows<Row, Draft, Partial<Draft>>(
      rows,
      (read) => rowOf(matches(read)),
      {
        draftOf: (read) => {
          const { typeId = made(typeIds, ''), ...facts } = given(read)
          return { name: read.name, ...facts, typeId }
        },
        changeOf: given,
        create: async (drafts) => (await createAll(scope, drafts)).map((row) => row.equipment),
        update: (changes) => updateAll(scope, changes),
      },
    )
    await attachRows(scope, reads, by)
    return written
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
          change: withGivenMetadata(before) as Draft,
        })),
      )
    },
  },
}

async function equipmentInUse(
  { db, actor }: Scope,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const columns = [
    [tables.procedureLog, tables.procedureLog.equipmentId],
    [tables.ticket, tables.ticket.equipmentId],
    [tables.gateway, tables.gateway.equipmentId],
    [tables.beacon, tables.beacon.equipmentId],
    [tables.sensor, tables.sensor.equipmentId],
    [tables.equipmentFile, tables.equipmentFile.equipmentId],
  ] as const
  const used = new Set<number>(await fellowsOfOthers(db, actor.companyId, ids))
  for (const [table, column] of columns) {
    const rows = await db
      .selectDistinct({ id: sql<number>`${column}` })
      .from(table)
      .where(ofCompany(table, actor.companyId, inArray(sql`${column}`, [...ids])))
    for (const { id } of rows) used.add(id)
  }
  return used
}

/** Equipment with an owner or fellow that this import did not create. */
async function fellowsOfOthers(
  db: Scope['db'],
  companyId: Id<'company'>,
  ids: readonly number[],
): Promise<number[]> {
  const { fellow, importedRow } = tables
  const createdTogether = sql`exists (select 1 from ${importedRow} as one join ${importedRow} as other
    on other.company_id = one.company_id and other.import_id = one.import_id
    where one.company_id = ${companyId} and one.action = 'create' and other.action = 'create'
    and coalesce(one.kind, 'equipment') = 'equipment' and coalesce(other.kind, 'equipment') = 'equipment'
    and one.entity_id = ${fellow.equipmentId} and other.entity_id = ${fellow.ownerId})`
  const rows = await db
    .select({ equipmentId: fellow.equipmentId, ownerId: fellow.ownerId })
    .from(fellow)
    .where(
      ofCompany(
        fellow,
        companyId,
        or(
          inArray(sql`${fellow.equipmentId}`, [...ids]),
          inArray(sql`${fellow.ownerId}`, [...ids]),
        ),
        not(createdTogether),
      ),
    )
  return rows.flatMap(({ equipmentId, ownerId }) => [equipmentId, ownerId])
}

const rowOf = (match: Match<Row>): Row | undefined =>
  typeof match === 'object' ? match.row : undefined

/** Finds the stored equipment of each row, as far as the importer may see it. */
async function matchesOf(
  scope: Scope,
  rows: readonly ReadRow[],
  places: Places,
  { toChange = false } = {},
): Promise<(read: ReadRow) => Match<Row>> {
  const { db, actor, from } = scope
  const numbers = keysIn(rows, false)
  const names = keysIn(rows, true)
  const { equipment } = tables
  const serials = [
    ...new Set(
      rows.flatMap(({ isByName, values }) =>
        isByName && values['serialNumber'] !== undefined
          ? [values['serialNumber'].toLowerCase()]
          : [],
      ),
    ),
  ]
  const isNamed = equalsOneOf(equipment, [
    { column: equipment.serialNumber, texts: serials },
    { column: equipment.equipmentId, texts: numbers },
    { column: equipment.name, texts: names },
  ])
  const query = db
    .select({ row: equipment, isSeen: sql<boolean>`(${from.equipment()})` })
    .from(equipment)
    .where(ofCompany(equipment, actor.companyId, isNull(equipment.deletedAt), isNamed))
    .orderBy(equipment.id)
  const found =
    numbers.length + names.length === 0 ? [] : await (toChange ? query.for('update') : query)
  const known = new Set(numbers)
  const byCode = storedRows<Row>(
    found.filter(({ row }) => known.has((row.equipmentId ?? '').toLowerCase())),
    (row) => row.equipmentId,
    true,
  )
  const seen = names.length === 0 ? [] : found.flatMap(({ row, isSeen }) => (isSeen ? [row] : []))
  const ownerNames = await ownerNamesOf(scope, rows, seen)
  return matcher<Row>(byCode, seen, {
    nameOf: (row) => row.name,
    pieceOf: (row) => row,
    isAt: ({ values: { location, owner } }) => {
      const place = places.get(location?.toLowerCase() ?? '')
      if (location === undefined && owner === undefined) return null
      return (row) =>
        (location === undefined || (typeof place === 'object' && place.id === row.locationId)) &&
        (owner === undefined || ownerNames.get(row.id)?.has(owner.toLowerCase()) === true)
    },
    isNowhere: (row) => row.locationId === null && !ownerNames.has(row.id),
  })
}

const placesIn = (rows: readonly ReadRow[]) => rows.flatMap((read) => read.values['location'] ?? [])

type Comparison = ReturnType<typeof nameComparison>

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

async function namesById(scope: Scope, rows: readonly Row[]): Promise<Names> {
  const { db, actor, from } = scope
  const of = async (
    table:
      | typeof tables.equipmentType
      | typeof tables.equipmentStatus
      | typeof tables.tag
      | typeof tables.location,
    given: readonly (number | null)[],
  ) => {
    const ids = [...new Set(given.filter((id) => id !== null))]
    if (ids.length === 0) return new Map<number, string>()
    const isOne = inArray(sql`${table.id}`, ids)
    const found = await db
      .select({ id: sql<number>`${table.id}`, name: sql<string>`${table.name}` })
      .from(table)
      .where(
        table === tables.location
          ? from.ever.locations(isOne)
          : ofCompany(table, actor.companyId, isOne),
      )
    return new Map(found.map((row) => [row.id, row.name]))
  }
  return {
    types: await of(
      tables.equipmentType,
      rows.map((row) => row.typeId),
    ),
    statuses: await of(
      tables.equipmentStatus,
      rows.map((row) => row.statusId),
    ),
    tags: await of(
      tables.tag,
      rows.flatMap((row) => row.tagIds),
    ),
    places: await of(
      tables.location,
      rows.map((row) => row.locationId),
    ),
    owners: rows.some((row) => row.orgEntityId !== null) ? await namesOfOwners(scope) : new Map(),
  }
}
