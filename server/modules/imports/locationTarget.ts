import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { locationFields as fields } from '#contract/locationFields'
import { location, locationType, procedureLog, ticket } from '../../db/schema/index.ts'
import type { Scope } from '../../kernel/scope.ts'
import { createAll, remove, updateAll, type Change, type Draft } from '../locations/index.ts'
import { refuseBeyondImporter } from './mayUse.ts'
import { ensureNames, made } from './names.ts'
import type { ReadRow } from './readRow.ts'
import {
  actionOf,
  beforeOf,
  changesOf,
  givenBy,
  givenText,
  storedText,
  takeDefaultType,
  type Planned,
  type Target,
  type Written,
} from './target.ts'

type Row = typeof location.$inferSelect

export const locationTarget: Target = {
  order: orderByParent,
  async plan(scope, rows) {
    const { seen: stored, taken } = await storedBy(scope, rows)
    for (const read of rows) if (!stored.has(read.key.toLowerCase())) takeDefaultType(read)
    await refuseBeyondImporter(
      scope,
      rows,
      locationType,
      scope.actor.locationTypeIds,
      (read, word) =>
        word === 'type' && read.values['type'] !== undefined ? [read.values['type']] : [],
    )
    const types = await namesOfTypes(scope)
    const parents = await parentNames(scope, [...stored.values()])
    return rows.map((read) => {
      // A code that something hidden has: said, and no more than that.
      if (taken.has(read.key.toLowerCase()))
        read.faults.push({
          row: read.row,
          column: 'code',
          code: 'taken',
          value: read.key.slice(0, 200),
        })
      const old = stored.get(read.key.toLowerCase())
      const changes = changesOf(old && textOf(old, types, parents), givenText(read, {}))
        // A parent may be said by code or by name; either is the same place.
        .filter(
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
  async write(scope, planned) {
    const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
    if (rows.length === 0) return []
    const typeIds = await ensureNames(
      scope,
      'locationType',
      rows.map(({ read }) => read.values['type']),
    )
    // A parent must be there before what lies inside it.
    const written: Written[] = []
    for (const level of levels(rows)) written.push(...(await writeLevel(scope, level, typeIds)))
    return written
  },
  editor: 'editor|locations',
  tags: ['Location', 'LocationType'],
  undo: {
    table: location,
    held: locationInUse,
    remove: (scope, id) => remove(scope, id as Id<'location'>), // as it was made
    restore: async (scope, id, version, before) => {
      // what its own import had changed, kept as it was
      await updateAll(scope, [{ id: id as Id<'location'>, version, change: before as Draft }])
    },
  },
}

/** Work was done there. What lies inside is asked when it is removed. */
async function locationInUse(
  { db, actor }: Scope,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const used = new Set<number>()
  for (const table of [procedureLog, ticket]) {
    const rows = await db
      .selectDistinct({ id: sql<number>`${table.locationId}` })
      .from(table)
      .where(and(eq(table.companyId, actor.companyId), inArray(sql`${table.locationId}`, [...ids])))
    for (const { id } of rows) used.add(id)
  }
  return used
}

/** Rows in which none lies inside another, the outer ones first. */
function levels(rows: readonly Planned[]): Planned[][] {
  const depths = new Map<ReadRow, number>()
  const own = rowsByName(rows.map(({ read }) => read))
  const byDepth: Planned[][] = []
  for (const row of rows) {
    // Parents come first, so theirs is known.
    const parent = own.get(row.read.values['parent']?.toLowerCase() ?? '')
    const depth = parent === undefined ? 0 : (depths.get(parent) ?? -1) + 1
    depths.set(row.read, depth)
    ;(byDepth[depth] ??= []).push(row)
  }
  return byDepth
}

async function writeLevel(
  scope: Scope,
  rows: readonly Planned[],
  typeIds: Map<string, Id<'locationType'>>,
): Promise<Written[]> {
  const reads = rows.map(({ read }) => read)
  const { seen: stored } = await storedBy(scope, reads, { toChange: true })
  const parents = await placesNamed(
    scope,
    reads.flatMap((read) => read.values['parent'] ?? []),
  )
  const given = (read: ReadRow, old?: Row) =>
    givenBy<typeof fields, Draft>(
      fields,
      read,
      {
        type: (given) => ({ typeId: made(typeIds, given) }),
        parent: (given) => ({ parentId: made(parents, given).id }),
      },
      old,
    )
  const drafts: Draft[] = []
  const changes: Change[] = []
  const written: Written[] = []
  for (const { read, action } of rows) {
    const old = action === 'update' ? stored.get(read.key.toLowerCase()) : undefined
    if (old) {
      const change = given(read, old)
      changes.push({ id: old.id, version: old.version, change })
      written.push({ id: old.id, name: read.name, before: beforeOf(old, change) })
    } else {
      const { typeId = made(typeIds, ''), ...facts } = given(read)
      drafts.push({ name: read.name, ...facts, typeId })
    }
  }
  for (const { location: made } of await createAll(scope, drafts))
    written.push({ id: made.id, name: made.name, before: null })
  await updateAll(scope, changes)
  return written
}

/** The rows of a file by what another may call them; a code wins over a name. */
function rowsByName(rows: readonly ReadRow[]): Map<string, ReadRow> {
  const own = new Map<string, ReadRow>()
  for (const read of rows) own.set(read.name.toLowerCase(), read)
  for (const read of rows) own.set(read.key.toLowerCase(), read)
  return own
}

/**
 * Parents first. A parent that is neither in the file nor stored is a fault, and so is a circle.
 */
async function orderByParent(scope: Scope, rows: ReadRow[]): Promise<ReadRow[]> {
  const own = rowsByName(rows)
  const outside = [
    ...new Set(rows.flatMap((read) => read.values['parent']?.toLowerCase() ?? [])),
  ].filter((name) => !own.has(name))
  const stored = await placesNamed(scope, outside)
  const done = new Set<ReadRow>()
  const ordered: ReadRow[] = []
  const visit = (read: ReadRow, trail: ReadRow[]): boolean => {
    if (done.has(read)) return true
    const name = read.values['parent']?.toLowerCase()
    const parent = name === undefined ? undefined : own.get(name)
    if (name !== undefined && !parent && !stored.has(name))
      read.faults.push({
        row: read.row,
        column: 'parent',
        code: 'unknownParent',
        value: read.values['parent'] ?? '',
      })
    if (parent && (trail.includes(parent) || parent === read))
      read.faults.push({
        row: read.row,
        column: 'parent',
        code: 'circle',
        value: read.values['parent'] ?? '',
      })
    else if (parent && trail.length < 100) visit(parent, [...trail, read])
    if (parent?.faults.length && read.faults.length === 0)
      read.faults.push({
        row: read.row,
        column: 'parent',
        code: 'unknownParent',
        value: read.values['parent'] ?? '',
      })
    done.add(read)
    ordered.push(read)
    return true
  }
  for (const read of rows) visit(read, [])
  return ordered
}

/** Places by code or by name, in lower case; a code wins over a name. */
async function placesNamed(
  { db, from }: Scope,
  names: readonly string[],
): Promise<Map<string, { id: Id<'location'>; name: string }>> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))]
  if (wanted.length === 0) return new Map()
  const found = await db
    .select({ id: location.id, name: location.name, code: location.code })
    .from(location)
    .where(
      from.locations(
        sql`(lower(${location.code}) in ${wanted} or lower(${location.name}) in ${wanted})`,
      ),
    )
  const places = new Map<string, { id: Id<'location'>; name: string }>()
  for (const { id, name } of found) places.set(name.toLowerCase(), { id, name })
  for (const { id, name, code } of found) if (code) places.set(code.toLowerCase(), { id, name })
  return places
}

/** What the importer sees under these keys, and the codes that something hidden has. */
async function storedBy(
  { db, actor, from }: Scope,
  rows: readonly ReadRow[],
  { toChange = false } = {},
): Promise<{ seen: Map<string, Row>; taken: ReadonlySet<string> }> {
  const byCode = rows.some((read) => read.values['code'] !== undefined)
  const keys = [...new Set(rows.map((read) => read.key.toLowerCase()).filter((key) => key !== ''))]
  if (keys.length === 0) return { seen: new Map(), taken: new Set() }
  const query = db
    .select({ row: location, isSeen: sql<boolean>`(${from.locations()})` })
    .from(location)
    .where(
      and(
        eq(location.companyId, actor.companyId),
        isNull(location.deletedAt),
        inArray(sql`lower(${byCode ? location.code : location.name})`, keys),
      ),
    )
    .orderBy(location.id)
  // Nobody changes it between here and the writing.
  const found = await (toChange ? query.for('update') : query)
  const keyOf = (row: Row) => ((byCode ? row.code : row.name) ?? '').toLowerCase()
  const seen = new Map(found.filter(({ isSeen }) => isSeen).map(({ row }) => [keyOf(row), row]))
  return {
    seen,
    taken: new Set(
      byCode ? found.filter(({ isSeen }) => !isSeen).map(({ row }) => keyOf(row)) : [],
    ),
  }
}

async function namesOfTypes({ db, actor }: Scope): Promise<Map<number, string>> {
  return new Map(
    (await db.select().from(locationType).where(eq(locationType.companyId, actor.companyId))).map(
      (row) => [row.id, row.name],
    ),
  )
}

async function parentNames({ db, from }: Scope, rows: readonly Row[]) {
  const ids = [...new Set(rows.flatMap((row) => row.parentId ?? []))]
  const found =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(location)
          .where(from.ever.locations(inArray(location.id, ids)))
  return {
    names: new Map<number, string>(found.map((row) => [row.id, row.name])),
    codes: new Map<number, string>(found.map((row) => [row.id, (row.code ?? '').toLowerCase()])),
  }
}

const textOf = (
  row: Row,
  types: ReadonlyMap<number, string>,
  parents: { names: ReadonlyMap<number, string> },
) =>
  storedText(fields, row, {
    type: types.get(row.typeId) ?? '',
    parent: parents.names.get(row.parentId ?? 0) ?? '',
  })
