import { inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { locationFields as fields } from '#contract/locations/locationFields.ts'
import * as tables from '#db/schema/index.ts'
import { equalsOneOf } from '#kernel/data/lowerCaseLookup.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { createAll, removeAll, updateAll, type Draft } from '../../foundation/locations/index.ts'
import {
  namesOfOwners,
  ownerIn,
  ownerNameIn,
  ownersNamed,
  placeFault,
  placeIn,
  placesNamed,
  type Places,
  type Owners,
} from './found.ts'
import { freeRooms } from './freedRooms.ts'
import { findRooms, linkRows, releaseRooms, restoreRooms, loadRoomAssignment } from './mapRooms.ts'
import { refuseBeyondImporter } from './mayUse.ts'
import { ensureNames, made } from './names.ts'
import { levels, orderByParent, parentsOutside } from './parents.ts'
import { withGivenMetadata, metadataOf, metadataSaid, metadataText } from './ownValues.ts'
import { addFault, type ReadRow } from './readRow.ts'
import { keysIn, matcher, storedRows, writeRows, type Match } from './stored.ts'
import {
  actionOf,
  changedFields,
  toDraft,
  givenTexts,
  storedText,
  takeDefaultType,
  type Planned,
  type Target,
  type Written,
} from './target.ts'

type Row = typeof tables.location.$inferSelect

export const locationTarget: Target = {
  order: async (scope, rows) => {
    await findRooms(scope, rows)
    const ordered = orderByParent(
      rows,
      faultOutside(await placesNamed(scope, parentsOutside(rows))),
      { unknown: 'unknownParent', several: 'ambiguousPlace' },
    )
    await freeRooms(scope, ordered, {
      idsOf: async (some) => {
        const matches = await matchesOf(scope, some)
        return (read) => rowOf(matches(read))?.id
      },
      plan: (some) => locationTarget.plan(scope, some),
    })
    return ordered
  },
  async plan(scope, rows) {
    const matches = await matchesOf(scope, rows)
    for (const read of rows) if (rowOf(matches(read)) === undefined) takeDefaultType(read)
    await refuseBeyondImporter(
      scope,
      rows,
      tables.locationType,
      scope.actor.locationTypeIds,
      (read, word) =>
        word === 'type' && read.values['type'] !== undefined ? [read.values['type']] : [],
    )
    const types = await namesOfTypes(scope)
    const found = rows.flatMap((read) => rowOf(matches(read)) ?? [])
    const parents = await parentNames(scope, found)
    const owners = await ownersNamed(scope, rows)
    const ownerNames = await namesOfOwners(scope)
    const rooming = await loadRoomAssignment(scope, rows, found)
    return rows.map((read) => {
      // A hidden location has this code. The error reveals nothing else.
      const match = matches(read)
      if (match === 'taken') addFault(read, 'code', 'taken', read.key)
      if (match === 'several') addFault(read, 'name', 'ambiguousPlace', read.key)
      // Parents are sorted first, so their errors are known: a failed parent will not exist.
      if (read.faults.length === 0 && (read.below?.faults.length ?? 0) > 0)
        addFault(read, 'parent', 'unknownParent')
      const old = rowOf(match)
      // Rows inside this location need its id, even if it does not change.
      if (old !== undefined) read.id = old.id
      const said = givenTexts(read, {
        orgEntity: ownerNameIn(owners, read),
        mapRoom: rooming.said(read, old?.id),
      })
      const stored = old && {
        ...textOf(old, types, parents, ownerNames),
        ...metadataText(old.metadata, read),
        mapRoom: rooming.storedText(old.id),
      }
      const changes = changedFields(stored, { ...said, ...metadataSaid(read) }).filter(
        (change) =>
          !(
            change.field === 'parent' &&
            old &&
            parents.codes.get(old.parentId ?? 0) === change.after.toLowerCase()
          ),
      )
      return { read, action: actionOf(read, old !== undefined, changes), changes }
    })
  },
  async write(scope, planned, by) {
    const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
    if (rows.length === 0) return []
    const typeIds = await ensureNames(
      scope,
      'locationType',
      rows.map(({ read }) => read.values['type']),
      by,
    )
    const written: Written[] = []
    const owners = await ownersNamed(
      scope,
      rows.map(({ read }) => read),
    )
    for (const level of levels(rows))
      written.push(...(await writeLevel(scope, level, typeIds, owners)))
    return linkRows(
      scope,
      rows.map(({ read }) => read),
      written,
    )
  },
  editor: 'editor|locations',
  tags: ['Location', 'LocationType', 'Venue'],
  undo: {
    table: tables.location,
    held: locationInUse,
    remove: async (scope, given) => {
      const ids = given as readonly Id<'location'>[]
      await releaseRooms(scope, ids)
      await removeAll(scope, ids)
    },
    restore: async (scope, changed) => {
      const rows = changed.map(({ id, version, before }) => {
        const { mapRoomIds, ...change } = withGivenMetadata(before) as Draft & {
          mapRoomIds?: Id<'room'>[]
        }
        return { id: id as Id<'location'>, version, change, mapRoomIds }
      })
      await restoreRooms(
        scope,
        rows.flatMap(({ id, mapRoomIds }) =>
          mapRoomIds === undefined ? [] : [{ id, roomIds: mapRoomIds }],
        ),
      )
      await updateAll(
        scope,
        rows.map(({ id, version, change }) => ({ id, version, change })),
      )
    },
  },
}

const faultOutside = (places: Places) => (name: string) => placeFault(places, name)

async function locationInUse(
  { db, actor }: Scope,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const used = new Set<number>()
  for (const table of [tables.procedureLog, tables.ticket, tables.sensor]) {
    const rows = await db
      .selectDistinct({ id: sql<number>`${table.locationId}` })
      .from(table)
      .where(ofCompany(table, actor.companyId, inArray(sql`${table.locationId}`, [...ids])))
    for (const { id } of rows) used.add(id)
  }
  return used
}

async function writeLevel(
  scope: Scope,
  rows: readonly Planned[],
  typeIds: Map<string, Id<'locationType'>>,
  owners: Owners,
): Promise<Written[]> {
  const reads = rows.map(({ read }) => read)
  const matches = await matchesOf(scope, reads, { toChange: true })
  const parents = await placesNamed(
    scope,
    reads.flatMap((read) => read.values['parent'] ?? []),
  )
  const given = (read: ReadRow, old?: Row) => ({
    ...toDraft<typeof fields, Draft>(
      fields,
      read,
      {
        type: (given) => ({ typeId: made(typeIds, given) }),
        parent: (given) => ({
          parentId: (read.below?.id as Id<'location'> | undefined) ?? placeIn(parents, given),
        }),
        orgEntity: (given) => ({ orgEntityId: ownerIn(owners, given) }),
      },
      old,
    ),
    ...(read.metadata.length > 0 && { metadata: metadataOf(read, old?.metadata) }),
  })
  return writeRows<Row, Draft, Partial<Draft>>(rows, (read) => rowOf(matches(read)), {
    draftOf: (read) => {
      const { typeId = made(typeIds, ''), ...facts } = given(read)
      return { name: read.name, ...facts, typeId }
    },
    changeOf: given,
    create: async (drafts) => (await createAll(scope, drafts)).map((row) => row.location),
    update: (changes) => updateAll(scope, changes),
  })
}

const rowOf = (match: Match<Row>): Row | undefined =>
  typeof match === 'object' ? match.row : undefined

async function matchesOf(
  scope: Scope,
  rows: readonly ReadRow[],
  { toChange = false } = {},
): Promise<(read: ReadRow) => Match<Row>> {
  const { db, actor, from } = scope
  const codes = keysIn(rows, false)
  const names = keysIn(rows, true)
  const { location } = tables
  const isNamed = equalsOneOf(location, [
    { column: location.code, texts: codes },
    { column: location.name, texts: names },
  ])
  const query = db
    .select({ row: location, isSeen: sql<boolean>`(${from.locations()})` })
    .from(location)
    .where(ofCompany(location, actor.companyId, isNull(location.deletedAt), isNamed))
    .orderBy(location.id)
  const found =
    codes.length + names.length === 0 ? [] : await (toChange ? query.for('update') : query)
  const known = new Set(codes)
  const byCode = storedRows<Row>(
    found.filter(({ row }) => known.has((row.code ?? '').toLowerCase())),
    (row) => row.code,
    true,
  )
  const seen = names.length === 0 ? [] : found.flatMap(({ row, isSeen }) => (isSeen ? [row] : []))
  const parents = await parentNames(scope, seen)
  const own = new Set(rows)
  /** The parent in the file, if it is stored. Faulty rows may form a circle. */
  const storedParent = ({ below, faults }: ReadRow): number | null =>
    below === undefined || faults.length > 0
      ? null
      : (below.id ?? (own.has(below) ? (rowOf(match(below))?.id ?? null) : null))
  const match = matcher<Row>(byCode, seen, {
    nameOf: (row) => row.name,
    isAt: (read) => {
      const { parent } = read.values
      if (parent === undefined) return null
      if (read.below !== undefined) {
        const outer = storedParent(read)
        return (row) => outer !== null && row.parentId === outer
      }
      return (row) =>
        row.parentId !== null &&
        [parents.names.get(row.parentId)?.toLowerCase(), parents.codes.get(row.parentId)].includes(
          parent.toLowerCase(),
        )
    },
    isNowhere: (row) => row.parentId === null,
  })
  return match
}

async function namesOfTypes({ db, actor }: Scope): Promise<Map<number, string>> {
  return new Map(
    (
      await db
        .select()
        .from(tables.locationType)
        .where(ofCompany(tables.locationType, actor.companyId))
    ).map((row) => [row.id, row.name]),
  )
}

async function parentNames({ db, from }: Scope, rows: readonly Row[]) {
  const ids = [...new Set(rows.flatMap((row) => row.parentId ?? []))]
  const found =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(tables.location)
          .where(from.ever.locations(inArray(tables.location.id, ids)))
  return {
    names: new Map<number, string>(found.map((row) => [row.id, row.name])),
    codes: new Map<number, string>(found.map((row) => [row.id, (row.code ?? '').toLowerCase()])),
  }
}

const textOf = (
  row: Row,
  types: ReadonlyMap<number, string>,
  parents: { names: ReadonlyMap<number, string> },
  ownerNames: ReadonlyMap<number, string>,
) =>
  storedText(fields, row, {
    type: types.get(row.typeId) ?? '',
    parent: parents.names.get(row.parentId ?? 0) ?? '',
    orgEntity: ownerNames.get(row.orgEntityId ?? 0) ?? '',
  })
