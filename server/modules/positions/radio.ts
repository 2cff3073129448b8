/** A company's stored radio data: surveys, measured accuracy, accepted calibration. */
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Calibration } from '#contract/positioning/looks.ts'
import { MAX_POINTS } from '#contract/positioning/radioMap.ts'
import type { SurveyRecord } from '#contract/positioning/siteSurvey.ts'
import type { Plane } from '#contract/venue/plane.ts'
import { radioCalibration, surveyPoint, surveyResult } from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'

export interface Radio {
  taken: Calibration | null
  circles: ReadonlyMap<number, number>
  surveyStamp: string
}

export async function readRadio(db: Db, companyId: Id<'company'>): Promise<Radio> {
  const [taken] = await db
    .select()
    .from(radioCalibration)
    .where(and(eq(radioCalibration.companyId, companyId), isNull(radioCalibration.undoneAt)))
    .orderBy(desc(radioCalibration.id))
    .limit(1)
  const results = await db
    .select({ buildingId: surveyResult.buildingId, figures: surveyResult.figures })
    .from(surveyResult)
    .where(eq(surveyResult.companyId, companyId))
  const [stamp] = await db
    .select({
      text: sql<string>`count(*) || ' ' || coalesce(max(${surveyPoint.id}), 0) || ' '
        || coalesce(extract(epoch from max(${surveyPoint.updatedAt})), 0)`,
    })
    .from(surveyPoint)
    .where(eq(surveyPoint.companyId, companyId))
  return {
    taken:
      taken === undefined
        ? null
        : {
            power: taken.power,
            exponent: taken.exponent,
            spread: taken.spread,
            offsets: new Map(taken.offsets.map(({ gatewayId, offset }) => [gatewayId, offset])),
          },
    circles: new Map(results.map(({ buildingId, figures }) => [buildingId, figures.circle])),
    surveyStamp: stamp?.text ?? '',
  }
}

type Row = typeof surveyPoint.$inferSelect

/** In metres of the building's plane. */
export const recordOf = (row: Row, { plane }: { plane: Plane }): SurveyRecord & { at: number } => ({
  pointId: row.id,
  floorId: row.floorId,
  ...plane.toMetres(row),
  measuredPower: row.measuredPower,
  readings: row.readings,
  gateways: row.gateways.map(({ gatewayId, ...spot }) => ({ gatewayId, ...plane.toMetres(spot) })),
  at: row.at.getTime(),
})

/** The newest valid points of each floor, in order of time. */
export async function readSurveyPoints(
  db: Db,
  companyId: Id<'company'>,
  floorId?: Id<'floor'>,
): Promise<Row[]> {
  const ranked = db
    .select({
      id: surveyPoint.id,
      rank: sql<number>`row_number() over (partition by ${surveyPoint.floorId} order by ${surveyPoint.at} desc, ${surveyPoint.id} desc)`.as(
        'rank',
      ),
    })
    .from(surveyPoint)
    .where(
      and(
        eq(surveyPoint.companyId, companyId),
        isNull(surveyPoint.removedAt),
        floorId === undefined ? undefined : eq(surveyPoint.floorId, floorId),
      ),
    )
    .as('ranked')
  const rows = await db
    .select({ point: surveyPoint })
    .from(surveyPoint)
    .innerJoin(ranked, eq(ranked.id, surveyPoint.id))
    .where(and(eq(surveyPoint.companyId, companyId), sql`${ranked.rank} <= ${MAX_POINTS}`))
    .orderBy(asc(surveyPoint.at), asc(surveyPoint.id))
  return rows.map(({ point }) => point)
}
