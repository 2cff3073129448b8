import { eq, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { equipmentList } from '#contract/equipment/equipment.ts'
import * as tables from '#db/schema/index.ts'
import { equipmentFilter, searchRows, isWrittenByImport } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { hasOwnValue } from '../../foundation/metadata/index.ts'
import { isInBranch } from './groups.ts'

export type Question = Omit<z.output<typeof equipmentList>, 'limit' | 'offset'>

/** The list's condition. Shared, so that counts, exports and batches match the list. */
export const listWhere = (
  scope: Scope,
  { search, filter, isStatic, importId, group, ownField }: Omit<Question, 'sort'>,
): SQL =>
  scope.from.equipment(
    searchRows(scope, tables.equipment, search),
    equipmentFilter(filter),
    isStatic === undefined ? undefined : eq(tables.equipment.isStatic, isStatic),
    isWrittenByImport('equipment', importId),
    isInBranch(scope, group),
    ownField && hasOwnValue(tables.equipment.metadata, ownField),
  )
