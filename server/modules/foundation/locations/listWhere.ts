import { asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { locationList } from '#contract/locations/locations.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  locationFilter,
  nearestFirst,
  orderOf,
  searchRows,
  isWrittenByImport,
} from '#kernel/data/listQueries.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { hasOwnValue } from '../metadata/index.ts'
import { sortColumns } from './rows.ts'

export type Question = Omit<z.output<typeof locationList>, 'limit' | 'offset'>

export function asked(
  scope: Scope,
  { search, filter, parentId, importId, ids, ownField }: Question,
): SQL {
  const level =
    parentId === undefined
      ? undefined
      : parentId === null
        ? isNull(tables.location.parentId)
        : eq(tables.location.parentId, parentId)
  return scope.from.locations(
    searchRows(scope, tables.location, search),
    locationFilter(filter),
    level,
    isWrittenByImport('locations', importId),
    ids === undefined ? undefined : inArray(tables.location.id, ids),
    ownField && hasOwnValue(tables.location.metadata, ownField),
  )
}

export const locationOrder = (scope: Scope, sort: Question['sort'], search?: string) =>
  orderOf(scope, sort, sortColumns, tables.location.id, [
    ...nearestFirst(search, tables.location.code, tables.location.name),
    byName(scope, tables.location.name),
    asc(tables.location.id),
  ])
