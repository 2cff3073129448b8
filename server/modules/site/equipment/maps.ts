import { asc } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { ProgressMapFacts } from '#contract/rules/progress.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

export const mapsOf = ({
  db,
  actor,
}: Pick<Scope, 'db' | 'actor'>): Promise<(ProgressMapFacts & { id: Id<'progressMap'> })[]> =>
  db
    .select({
      id: tables.progressMap.id,
      name: tables.progressMap.name,
      statusIds: tables.progressMap.statusIds,
      equipmentTypeIds: tables.progressMap.equipmentTypeIds,
    })
    .from(tables.progressMap)
    .where(ofCompany(tables.progressMap, actor.companyId))
    .orderBy(asc(tables.progressMap.id))
