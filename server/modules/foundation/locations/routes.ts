import { inArray } from 'drizzle-orm'
import type { locations as contract } from '#contract/locations/locations.ts'
import * as tables from '#db/schema/index.ts'
import { locationFilter } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { searchedPageOf } from '#kernel/data/listPages.ts'
import { ownValuesOf } from '../metadata/index.ts'
import { asked, locationOrder } from './listWhere.ts'
import { create, selectLocation, remove, update } from './locations.ts'
import { detailOf, joinsToSort, rowOf, selectLocations } from './rows.ts'
import { levelOf, wholeTree } from './tree.ts'

export const locationHandlers: Omit<
  Handlers<typeof contract>,
  'listLocationFigures' | 'listPlacesInNeed'
> = {
  async listLocations(scope, { body }) {
    const { search, ...question } = body
    const order = locationOrder(scope, body.sort, search)
    const { ids, total } = await searchedPageOf(scope, search, {
      ...body,
      table: tables.location,
      joins: joinsToSort,
      where: asked(scope, question),
      order,
    })
    const rows =
      ids.length === 0
        ? []
        : await selectLocations(
            scope,
            scope.from.locations(inArray(tables.location.id, ids)),
          ).orderBy(...order)
    return {
      ...total,
      rows: rows.map((row) => ({
        ...rowOf(row),
        ...ownValuesOf(row.location.metadata, body.ownColumns),
      })),
    }
  },
  async listTinyLocations(scope, { body }) {
    const { db, from } = scope
    const order = locationOrder(scope, undefined, body.search)
    const { ids, total } = await searchedPageOf(scope, body.search, {
      ...body,
      table: tables.location,
      where: from.locations(
        locationFilter(body.filter),
        body.ids ? inArray(tables.location.id, body.ids) : undefined,
      ),
      order,
    })
    const rows =
      ids.length === 0
        ? []
        : await db
            .select({
              id: tables.location.id,
              name: tables.location.name,
              typeId: tables.location.typeId,
            })
            .from(tables.location)
            .where(from.locations(inArray(tables.location.id, ids)))
            .orderBy(...order)
    return { ...total, rows }
  },
  getLocation: async (scope, { params }) => detailOf(scope, await selectLocation(scope, params.id)),
  createLocation: (scope, { body }) => create(scope, body),
  updateLocation: (scope, { params, body }) => update(scope, params.id, body),
  async deleteLocation(scope, { params }) {
    await remove(scope, params.id)
    return { deleted: true }
  },
  listLocationLevel: (scope, { body }) => levelOf(scope, body),
  getLocationTree: (scope) => wholeTree(scope),
}
