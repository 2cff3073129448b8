import { asc } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nearestFirst, orderOf } from '#kernel/data/listQueries.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import type { Question } from './listWhere.ts'
import { sortColumns } from './rows.ts'

/** Sorts the list. Without a requested order, a search shows exact matches first. */
export const equipmentOrder = (scope: Scope, sort: Question['sort'], search?: string) =>
  orderOf(scope, sort, sortColumns, tables.equipment.id, [
    ...nearestFirst(search, tables.equipment.equipmentId, tables.equipment.name),
    byName(scope, tables.equipment.name),
    asc(tables.equipment.id),
  ])
