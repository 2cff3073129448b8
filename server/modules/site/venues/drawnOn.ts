import { asc, inArray, isNull } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

const NAMED = 5

/**
 * Throws if a floor has areas. Rules and visits depend on areas, so users must delete those one by
 * one.
 */
export async function refuseWithAreas(
  { db, actor }: Scope,
  floorIds: readonly Id<'floor'>[],
): Promise<void> {
  if (floorIds.length === 0) return
  const drawn = await db
    .select({ name: tables.area.name })
    .from(tables.area)
    .where(ofCompany(tables.area, actor.companyId, inArray(tables.area.floorId, [...floorIds])))
    .orderBy(byName({ actor }, tables.area.name), asc(tables.area.id))
    .limit(NAMED + 1)
  if (drawn.length === 0) return
  const names = drawn.slice(0, NAMED).map(({ name }) => name)
  throw conflict('Areas are drawn on it. Delete them first.', [
    {
      path: 'params.id',
      code: 'areasDrawn',
      message: [...names, ...(drawn.length > NAMED ? ['…'] : [])].join(', '),
    },
  ])
}

export async function isWorkedOn(
  { db, actor }: Scope,
  floorIds: readonly Id<'floor'>[],
): Promise<boolean> {
  if (floorIds.length === 0) return false
  const on = [...floorIds]
  const areas = db
    .select({ id: tables.area.id })
    .from(tables.area)
    .where(ofCompany(tables.area, actor.companyId, inArray(tables.area.floorId, on)))
    .limit(1)
  const points = db
    .select({ id: tables.surveyPoint.id })
    .from(tables.surveyPoint)
    .where(
      ofCompany(
        tables.surveyPoint,
        actor.companyId,
        inArray(tables.surveyPoint.floorId, on),
        isNull(tables.surveyPoint.removedAt),
      ),
    )
    .limit(1)
  return (await Promise.all([areas, points])).some((rows) => rows.length > 0)
}
