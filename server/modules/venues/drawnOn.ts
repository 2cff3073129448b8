/** Areas and survey points on floors: user data that would be deleted with the floor. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { area, surveyPoint } from '#db/schema/index.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

const NAMED = 5

/**
 * Throws if a floor has areas. Rules and visits depend on areas, so users must delete those one by
 * one.
 */
export async function refuseWithAreas(
  { db, actor: { companyId } }: Scope,
  floorIds: readonly Id<'floor'>[],
): Promise<void> {
  if (floorIds.length === 0) return
  const drawn = await db
    .select({ name: area.name })
    .from(area)
    .where(and(eq(area.companyId, companyId), inArray(area.floorId, [...floorIds])))
    .orderBy(asc(area.name), asc(area.id))
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
  { db, actor: { companyId } }: Scope,
  floorIds: readonly Id<'floor'>[],
): Promise<boolean> {
  if (floorIds.length === 0) return false
  const on = [...floorIds]
  const areas = db
    .select({ id: area.id })
    .from(area)
    .where(and(eq(area.companyId, companyId), inArray(area.floorId, on)))
    .limit(1)
  const points = db
    .select({ id: surveyPoint.id })
    .from(surveyPoint)
    .where(
      and(
        eq(surveyPoint.companyId, companyId),
        inArray(surveyPoint.floorId, on),
        isNull(surveyPoint.removedAt),
      ),
    )
    .limit(1)
  return (await Promise.all([areas, points])).some((rows) => rows.length > 0)
}
