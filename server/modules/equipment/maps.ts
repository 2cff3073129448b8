import { asc, eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { ProgressMapFacts } from '#contract/rules/progress.ts'
import { progressMap } from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'

export const mapsOf = ({
  db,
  actor,
}: Pick<Scope, 'db' | 'actor'>): Promise<(ProgressMapFacts & { id: Id<'progressMap'> })[]> =>
  db
    .select({
      id: progressMap.id,
      name: progressMap.name,
      statusIds: progressMap.statusIds,
      equipmentTypeIds: progressMap.equipmentTypeIds,
    })
    .from(progressMap)
    .where(eq(progressMap.companyId, actor.companyId))
    .orderBy(asc(progressMap.id))
