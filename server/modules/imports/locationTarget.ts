import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { location, locationType } from '../../db/schema/index.ts'
import { searchText } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'
import { refuseBeyondImporter } from './mayUse.ts'
import { ensureNames } from './names.ts'
import type { ReadRow } from './readRow.ts'
import {
  actionOf,
  changesOf,
  readableOf,
  takeDefaultType,
  type Planned,
  type Target,
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
      const changes = changesOf(old && storedText(old, types, parents), textOf(read))
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
    if (rows.length === 0) return
    const typeIds = await ensureNames(
      scope,
      'locationType',
      rows.map(({ read }) => read.values['type']),
    )
    // One by one: a parent made a moment ago must be there for what lies inside it. Places are few
    // beside equipment.
    for (const each of rows) await writeOne(scope, each, typeIds)
  },
}

async function writeOne(
  scope: Scope,
  planned: Planned,
  typeIds: Map<string, number>,
): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const { read, action } = planned
  const { values } = read
  const old =
    action === 'update'
      ? (await storedBy(scope, [read])).seen.get(read.key.toLowerCase())
      : undefined
  const parent =
    values['parent'] === undefined ? undefined : await placeNamed(scope, values['parent'])
  const details = new Map(
    [...(old?.details ?? []), ...read.details].map(({ key, value }) => [key, value]),
  )
  const number = (field: 'latitude' | 'longitude') =>
    values[field] === undefined ? (old?.[field] ?? null) : Number(values[field])
  const typeId = (typeIds.get((values['type'] ?? '').toLowerCase()) ?? old?.typeId) as
    Id<'locationType'> | undefined
  if (typeId === undefined) throw new Error('A type was not made')
  const name = values['name'] ?? old?.name ?? read.name
  const code = values['code'] ?? old?.code ?? null
  const row = {
    name,
    code,
    typeId,
    parentId: parent?.id ?? old?.parentId ?? null,
    latitude: number('latitude'),
    longitude: number('longitude'),
    timezone: values['timezone'] ?? old?.timezone ?? null,
    details: [...details].map(([key, value]) => ({ key, value })),
    search: searchText(name, code),
    updatedAt: clock.now(),
  }
  const [kept] = old
    ? await db
        .update(location)
        .set({ ...row, version: sql`${location.version} + 1` })
        .where(and(eq(location.companyId, companyId), eq(location.id, old.id)))
        .returning()
    : await db
        .insert(location)
        .values({ ...row, companyId, createdAt: clock.now() })
        .returning()
  if (!kept) throw new Error('The location was not kept')
  const path = [...(parent?.path ?? (old ? old.path.slice(0, -1) : [])), kept.id]
  // What lies inside moves along: everything after this place in their paths stays as it is.
  await db
    .update(location)
    .set({
      path: old
        ? sql`${`{${path.join(',')}}`}::int[] || ${location.path}[${old.path.length + 1}:]`
        : path,
    })
    .where(
      and(
        eq(location.companyId, companyId),
        old ? sql`${location.path} @> array[${kept.id}]::int[]` : eq(location.id, kept.id),
      ),
    )
  await scope.journal({
    entity: 'location',
    id: kept.id,
    name,
    before: old ? readableOf(planned, 'before') : null,
    after: readableOf(planned, 'after'),
  })
}

/**
 * Parents first. A parent that is neither in the file nor stored is a fault, and so is a circle.
 */
async function orderByParent(scope: Scope, rows: ReadRow[]): Promise<ReadRow[]> {
  const own = new Map<string, ReadRow>()
  for (const read of rows) own.set(read.name.toLowerCase(), read)
  for (const read of rows) own.set(read.key.toLowerCase(), read)
  const outside = [
    ...new Set(rows.flatMap((read) => read.values['parent']?.toLowerCase() ?? [])),
  ].filter((name) => !own.has(name))
  const stored = await knownPlaces(scope, outside)
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

async function knownPlaces({ db, from }: Scope, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const found = await db
    .select({ name: location.name, code: location.code })
    .from(location)
    .where(
      from.locations(
        sql`(lower(${location.code}) in ${names} or lower(${location.name}) in ${names})`,
      ),
    )
  return new Set(
    found.flatMap(({ name, code }) => [name.toLowerCase(), ...(code ? [code.toLowerCase()] : [])]),
  )
}

async function placeNamed({ db, from }: Scope, name: string): Promise<Row | undefined> {
  const lower = name.toLowerCase()
  const found = await db
    .select()
    .from(location)
    .where(
      from.locations(
        sql`(lower(${location.code}) = ${lower} or lower(${location.name}) = ${lower})`,
      ),
    )
    .limit(50)
  return found.find((row) => row.code?.toLowerCase() === lower) ?? found[0]
}

/** What the importer sees under these keys, and the codes that something hidden has. */
async function storedBy(
  { db, actor, from }: Scope,
  rows: readonly ReadRow[],
): Promise<{ seen: Map<string, Row>; taken: ReadonlySet<string> }> {
  const byCode = rows.some((read) => read.values['code'] !== undefined)
  const keys = [...new Set(rows.map((read) => read.key.toLowerCase()).filter((key) => key !== ''))]
  if (keys.length === 0) return { seen: new Map(), taken: new Set() }
  const found = await db
    .select({ row: location, isSeen: sql<boolean>`(${from.locations()})` })
    .from(location)
    .where(
      and(
        eq(location.companyId, actor.companyId),
        isNull(location.deletedAt),
        inArray(sql`lower(${byCode ? location.code : location.name})`, keys),
      ),
    )
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

function storedText(
  row: Row,
  types: Map<number, string>,
  parents: { names: Map<number, string> },
): Record<string, string> {
  return {
    name: row.name,
    code: row.code ?? '',
    type: types.get(row.typeId) ?? '',
    parent: row.parentId === null ? '' : (parents.names.get(row.parentId) ?? ''),
    latitude: row.latitude === null ? '' : String(row.latitude),
    longitude: row.longitude === null ? '' : String(row.longitude),
    timezone: row.timezone ?? '',
    ...Object.fromEntries(row.details.map(({ key, value }) => [key, value])),
  }
}

function textOf(read: ReadRow): Record<string, string> {
  const said = Object.entries(read.values).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  )
  return Object.fromEntries([
    ...said,
    ...read.details.map(({ key, value }) => [key, value] as const),
  ])
}
