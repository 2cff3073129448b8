import { asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { locations as contract, type locationList } from '#contract/locations'
import type { TreeNode } from '#contract/shapes'
import { location, locationType } from '../../db/schema/index.ts'
import { csvStream } from '../../kernel/csv.ts'
import { count, groupBy, locationFilter, orderOf, searchIn } from '../../kernel/lists.ts'
import type { Handlers } from '../../kernel/mount.ts'
import type { Scope } from '../../kernel/scope.ts'
import { create, one, remove, update } from './locations.ts'
import { detailOf, rowOf, selectLocations, sortColumns } from './rows.ts'

type Question = Omit<z.output<typeof locationList>, 'limit' | 'offset'>

function asked({ from }: Scope, { search, filter, parentId }: Question): SQL {
  const level = parentId === undefined ? undefined : parentId === null ? isNull(location.parentId) : eq(location.parentId, parentId)
  return from.locations(searchIn(location.search, search), locationFilter(filter), level)
}

const ordered = (sort: Question['sort']) => orderOf(sort, sortColumns, location.id, [asc(location.name), asc(location.id)])

const EXPORT_MAXIMUM = 200_000
const TREE_MAXIMUM = 5_000 // past it the page asks level by level

export const locationHandlers: Handlers<typeof contract> = {
  async listLocations(scope, { body }) {
    const where = asked(scope, body)
    const [total] = await scope.db.select({ count }).from(location).where(where)
    const rows = await selectLocations(scope, where).orderBy(...ordered(body.sort)).limit(body.limit).offset(body.offset)
    return { count: total?.count ?? 0, rows: rows.map(rowOf) }
  },
  async listTinyLocations({ db, from }, { body }) {
    const where = from.locations(searchIn(location.search, body.search), locationFilter(body.filter), body.ids ? inArray(location.id, body.ids) : undefined)
    const [total] = await db.select({ count }).from(location).where(where)
    const rows = await db.select({ id: location.id, name: location.name, typeId: location.typeId }).from(location).where(where)
      .orderBy(asc(location.name), asc(location.id)).limit(body.limit).offset(body.offset)
    return { count: total?.count ?? 0, rows }
  },
  getLocation: async (scope, { params }) => detailOf(scope, await one(scope, params.id)),
  createLocation: (scope, { body }) => create(scope, body),
  updateLocation: (scope, { params, body }) => update(scope, params.id, body),
  async deleteLocation(scope, { params }) {
    await remove(scope, params.id)
    return { deleted: true }
  },
  async exportLocations(scope, { body, wire }) {
    const rows = (await selectLocations(scope, asked(scope, body)).orderBy(...ordered(body.sort)).limit(EXPORT_MAXIMUM)).map(rowOf)
    async function* cells() {
      for (const row of rows) yield [row.id, row.code, row.name, row.type.name, row.parent?.name, row.latitude, row.longitude, row.timezone, row.equipmentCount, row.updatedAt]
    }
    const heading = ['id', 'code', 'name', 'type', 'parent', 'latitude', 'longitude', 'timezone', 'equipmentCount', 'updatedAt']
    return wire.download({ name: 'locations.csv', mime: 'text/csv; charset=utf-8', bytes: csvStream(heading, cells()) })
  },
  async getLocationTree({ db, from }) {
    const rows = await db.select({ id: location.id, name: location.name, parentId: location.parentId }).from(location).where(from.locations()).orderBy(asc(location.name)).limit(TREE_MAXIMUM)
    return treeOf(rows)
  },
  async listPermittedLocationTypes({ db, actor }) {
    const permitted = actor.locationTypeIds
    const rows = await db.select({ id: locationType.id, name: locationType.name }).from(locationType)
      .where(permitted === null ? undefined : inArray(locationType.id, permitted)).orderBy(asc(locationType.name))
    return { count: rows.length, rows }
  },
}

/** A place whose parent may not be seen stands at the top, so that nothing is lost from view. */
function treeOf(rows: { id: number; name: string; parentId: number | null }[]): TreeNode[] {
  const known = new Set(rows.map((row) => row.id))
  const inside = groupBy(rows, (row) => (row.parentId !== null && known.has(row.parentId) ? row.parentId : null))
  const branch = (parentId: number | null): TreeNode[] =>
    (inside.get(parentId) ?? []).map((row) => ({ id: row.id, title: row.name, value: String(row.id), children: branch(row.id) }))
  return branch(null)
}
