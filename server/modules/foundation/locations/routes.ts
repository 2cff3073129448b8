import { asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { locations as contract, type locationList } from '#contract/locations/locations.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { csvStream } from '#kernel/http/csvStream.ts'
import {
  locationFilter,
  orderOf,
  searchIn,
  writtenBy,
  nearestFirst,
} from '#kernel/data/listQueries.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { searchedPageOf } from '#kernel/data/listPages.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { create, one, remove, update } from './locations.ts'
import {
  detailOf,
  exportHeading,
  exportLines,
  joinsToSort,
  rowOf,
  selectLocations,
  sortColumns,
} from './rows.ts'
import { levelOf, wholeTree } from './tree.ts'

type Question = Omit<z.output<typeof locationList>, 'limit' | 'offset'>

function asked({ from }: Scope, { search, filter, parentId, importId }: Question): SQL {
  const level =
    parentId === undefined
      ? undefined
      : parentId === null
        ? isNull(tables.location.parentId)
        : eq(tables.location.parentId, parentId)
  return from.locations(
    searchIn(tables.location.folded, search),
    locationFilter(filter),
    level,
    writtenBy('locations', importId),
  )
}

/** If no order is asked for, a search shows exact matches first. */
const ordered = (scope: Scope, sort: Question['sort'], search?: string) =>
  orderOf(scope, sort, sortColumns, tables.location.id, [
    ...nearestFirst(search, tables.location.code, tables.location.name),
    byName(scope, tables.location.name),
    asc(tables.location.id),
  ])

const EXPORT_MAXIMUM = 200_000

/** Without the figures of locations, which count schedules and tickets. */
export const locationHandlers = (
  kernel: Kernel,
): Omit<Handlers<typeof contract>, 'listLocationFigures' | 'listPlacesInNeed'> => ({
  async listLocations(scope, { body }) {
    const { search, ...question } = body
    const order = ordered(scope, body.sort, search)
    const { ids, total } = await searchedPageOf(scope.db, search, {
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
    return { ...total, rows: rows.map(rowOf) }
  },
  async listTinyLocations(scope, { body }) {
    const { db, from } = scope
    const order = ordered(scope, undefined, body.search)
    const { ids, total } = await searchedPageOf(db, body.search, {
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
  getLocation: async (scope, { params }) => detailOf(scope, await one(scope, params.id)),
  createLocation: (scope, { body }) => create(scope, body),
  updateLocation: (scope, { params, body }) => update(scope, params.id, body),
  async deleteLocation(scope, { params }) {
    await remove(scope, params.id)
    return { deleted: true }
  },
  async exportLocations(scope, { body, wire }) {
    const rows = (
      await selectLocations(scope, asked(scope, body))
        .orderBy(...ordered(scope, body.sort, body.search))
        .limit(EXPORT_MAXIMUM)
    ).map(rowOf)
    await recordSecurity(kernel, scope.db, {
      kind: 'exported',
      companyId: scope.actor.companyId,
      byUserId: scope.actor.userId,
      network: wire.from,
      detail: { what: 'locations', rows: rows.length },
    })
    return wire.download({
      name: 'locations.csv',
      mime: 'text/csv; charset=utf-8',
      bytes: csvStream(exportHeading, exportLines(rows)),
    })
  },
  listLocationLevel: (scope, { body }) => levelOf(scope, body),
  getLocationTree: (scope) => wholeTree(scope),
})
