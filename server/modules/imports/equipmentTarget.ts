import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { equipment, equipmentStatus, equipmentType, location, tag } from '../../db/schema/index.ts'
import type { Scope } from '../../kernel/scope.ts'
import { notifyStatusChanged } from '../alerts/index.ts'
import { searchOf } from '../equipment/index.ts'
import { refuseBeyondImporter } from './mayUse.ts'
import { ensureNames } from './names.ts'
import type { ReadRow } from './readRow.ts'
import { actionOf, changesOf, readableOf, takeDefaultType, type Target } from './target.ts'

type Row = typeof equipment.$inferSelect

export const equipmentTarget: Target = {
  order: (_scope, rows) => Promise.resolve(rows),
  async plan(scope, rows) {
    const { seen: stored, taken } = await storedBy(scope, rows)
    const places = await placesNamed(scope, rows)
    const names = await namesById(scope)
    for (const read of rows) if (!stored.has(read.key.toLowerCase())) takeDefaultType(read)
    await refuseBeyondImporter(
      scope,
      rows,
      equipmentType,
      scope.actor.equipmentTypeIds,
      (read, word) =>
        word === 'tags' ? tagsOf(read) : read.values[word] === undefined ? [] : [read.values[word]],
    )
    return rows.map((read) => {
      // A number that something hidden has: said, and no more than that.
      if (taken.has(read.key.toLowerCase()))
        read.faults.push({
          row: read.row,
          column: 'equipmentId',
          code: 'taken',
          value: read.key.slice(0, 200),
        })
      const place = read.values['location']
      if (place !== undefined && !places.has(place.toLowerCase()))
        read.faults.push({ row: read.row, column: 'location', code: 'unknownParent', value: place })
      const old = stored.get(read.key.toLowerCase())
      const changes = changesOf(old && storedText(old, names), textOf(read, places))
      return { read, action: actionOf(read, old !== undefined, changes), changes }
    })
  },
  async write(scope, planned) {
    const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
    if (rows.length === 0) return
    const {
      db,
      actor: { companyId },
      clock,
    } = scope
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
      reads.flatMap((read) => tagsOf(read)),
    )
    const places = await placesNamed(scope, reads)
    const { seen: stored } = await storedBy(scope, reads)

    const valuesOf = (read: ReadRow, old: Row | undefined) => {
      const { values } = read
      const merged = {
        name: values['name'] ?? old?.name ?? read.name,
        equipmentId: values['equipmentId'] ?? old?.equipmentId ?? null,
        typeId: typeIds.get((values['type'] ?? '').toLowerCase()) ?? old?.typeId,
        statusId:
          values['status'] === undefined
            ? (old?.statusId ?? null)
            : (statusIds.get(values['status'].toLowerCase()) ?? null),
        locationId:
          values['location'] === undefined
            ? (old?.locationId ?? null)
            : (places.get(values['location'].toLowerCase())?.id ?? null),
        locationText: values['locationText'] ?? old?.locationText ?? null,
        isStatic:
          values['isStatic'] === undefined
            ? (old?.isStatic ?? false)
            : values['isStatic'] === 'true',
        tagIds:
          values['tags'] === undefined
            ? (old?.tagIds ?? [])
            : (tagsOf(read).flatMap((name) => tagIds.get(name.toLowerCase()) ?? []) as Id<'tag'>[]),
        details: mergeDetails(old?.details ?? [], read.details),
      }
      if (merged.typeId === undefined) throw new Error('A type was not made')
      return {
        ...merged,
        typeId: merged.typeId as Id<'equipmentType'>,
        statusId: merged.statusId as Id<'equipmentStatus'> | null,
        search: searchOf(merged),
        updatedAt: clock.now(),
      }
    }

    const created = rows
      .filter(({ action }) => action === 'create')
      .map(({ read }) => ({ ...valuesOf(read, undefined), companyId, createdAt: clock.now() }))
    const made =
      created.length > 0
        ? await db
            .insert(equipment)
            .values(created)
            .returning({ id: equipment.id, name: equipment.name })
        : []
    for (const { read, action } of rows) {
      const old = stored.get(read.key.toLowerCase())
      if (action !== 'update' || !old) continue
      await db
        .update(equipment)
        .set({ ...valuesOf(read, old), version: sql`${equipment.version} + 1` })
        .where(scope.from.equipment(eq(equipment.id, old.id)))
    }
    // Inserted rows come back in the order they were given.
    const makers = rows.filter(({ action }) => action === 'create')
    await scope.journal(
      ...made.flatMap((row, index) =>
        makers[index]
          ? [
              {
                entity: 'equipment' as const,
                id: row.id,
                name: row.name,
                before: null,
                after: readableOf(makers[index], 'after'),
              },
            ]
          : [],
      ),
      ...rows.flatMap((row) => {
        const old = stored.get(row.read.key.toLowerCase())
        return row.action === 'update' && old
          ? [
              {
                entity: 'equipment' as const,
                id: old.id,
                name: old.name,
                before: readableOf(row, 'before'),
                after: readableOf(row, 'after'),
              },
            ]
          : []
      }),
    )
    await notifyStatusChanged(
      scope,
      rows.flatMap(({ read, action, changes }) => {
        const old = stored.get(read.key.toLowerCase())
        const status = changes.find(({ field }) => field === 'status')
        return action === 'update' && old && status
          ? [{ id: old.id, name: old.name, status: status.after || null }]
          : []
      }),
    )
  },
}

const tagsOf = (read: ReadRow) =>
  (read.values['tags'] ?? '')
    .split(/[;|]/)
    .map((name) => name.trim().slice(0, 200))
    .filter((name) => name !== '')

/** What the importer sees under these keys, and the numbers that something hidden has. */
async function storedBy(
  { db, actor, from }: Scope,
  rows: readonly ReadRow[],
): Promise<{ seen: Map<string, Row>; taken: ReadonlySet<string> }> {
  const byNumber = rows.some((read) => read.values['equipmentId'] !== undefined)
  const column = byNumber ? equipment.equipmentId : equipment.name
  const keys = [...new Set(rows.map((read) => read.key.toLowerCase()).filter((key) => key !== ''))]
  if (keys.length === 0) return { seen: new Map(), taken: new Set() }
  const found = await db
    .select({ row: equipment, isSeen: sql<boolean>`(${from.equipment()})` })
    .from(equipment)
    .where(
      and(
        eq(equipment.companyId, actor.companyId),
        isNull(equipment.deletedAt),
        inArray(sql`lower(${column})`, keys),
      ),
    )
  const keyOf = (row: Row) => ((byNumber ? row.equipmentId : row.name) ?? '').toLowerCase()
  const seen = new Map(found.filter(({ isSeen }) => isSeen).map(({ row }) => [keyOf(row), row]))
  // Names are not the importer's alone: another thing may have the same.
  return {
    seen,
    taken: new Set(
      byNumber ? found.filter(({ isSeen }) => !isSeen).map(({ row }) => keyOf(row)) : [],
    ),
  }
}

/** Places by code or by name, in lower case; a code wins over a name. */
async function placesNamed(
  { db, from }: Scope,
  rows: readonly ReadRow[],
): Promise<Map<string, { id: Id<'location'>; name: string }>> {
  const wanted = [...new Set(rows.flatMap((read) => read.values['location']?.toLowerCase() ?? []))]
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

interface Names {
  types: Map<number, string>
  statuses: Map<number, string>
  tags: Map<number, string>
  places: Map<number, string>
}

async function namesById({ db, actor, from }: Scope): Promise<Names> {
  const of = async (
    table: typeof equipmentType | typeof equipmentStatus | typeof tag | typeof location,
  ) =>
    new Map(
      (
        await db
          .select({ id: sql<number>`${table.id}`, name: sql<string>`${table.name}` })
          .from(table)
          .where(table === location ? from.ever.locations() : eq(table.companyId, actor.companyId))
      ).map((row) => [row.id, row.name]),
    )
  return {
    types: await of(equipmentType),
    statuses: await of(equipmentStatus),
    tags: await of(tag),
    places: await of(location),
  }
}

/** The stored thing as text by field, so that it can be held against what a row says. */
function storedText(row: Row, names: Names): Record<string, string> {
  return {
    name: row.name,
    equipmentId: row.equipmentId ?? '',
    type: names.types.get(row.typeId) ?? '',
    status: row.statusId === null ? '' : (names.statuses.get(row.statusId) ?? ''),
    location: row.locationId === null ? '' : (names.places.get(row.locationId) ?? ''),
    locationText: row.locationText ?? '',
    isStatic: String(row.isStatic),
    tags: row.tagIds
      .flatMap((id) => names.tags.get(id) ?? [])
      .sort()
      .join('; '),
    ...Object.fromEntries(row.details.map(({ key, value }) => [key, value])),
  }
}

function textOf(read: ReadRow, places: Map<string, { name: string }>): Record<string, string> {
  const said: Record<string, string> = {}
  for (const [field, value] of Object.entries(read.values))
    if (value !== undefined) said[field] = value
  if (said['location'] !== undefined)
    said['location'] = places.get(said['location'].toLowerCase())?.name ?? said['location']
  if (said['tags'] !== undefined) said['tags'] = tagsOf(read).sort().join('; ')
  return { ...said, ...Object.fromEntries(read.details.map(({ key, value }) => [key, value])) }
}

function mergeDetails(old: Row['details'], said: ReadRow['details']): Row['details'] {
  const merged = new Map([...old, ...said].map(({ key, value }) => [key, value]))
  return [...merged].map(([key, value]) => ({ key, value }))
}
