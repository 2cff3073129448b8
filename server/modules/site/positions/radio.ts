import { asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Calibration } from '#contract/positioning/looks.ts'
import { MAX_POINTS } from '#contract/positioning/radioMap.ts'
import type { SurveyRecord } from '#contract/positioning/siteSurvey.ts'
import type { Plane } from '#contract/venue/plane.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Db } from '#kernel/data/transaction.ts'

export interface Radio {
  taken: Calibration | null
  circles: ReadonlyMap<number, number>
  surveyStamp: string
}

export async function readRadio(db: Db, companyId: Id<'company'>): Promise<Radio> {
  const [taken] = await db
    .select()
    .from(tables.radioCalibration)
    .where(ofCompany(tables.radioCalibration, companyId, isNull(tables.radioCalibration.undoneAt)))
    .orderBy(desc(tables.radioCalibration.id))
    .limit(1)
  const results = await db
    .select({ buildingId: tables.surveyResult.buildingId, figures: tables.surveyResult.figures })
    .from(tables.surveyResult)
    .where(ofCompany(tables.surveyResult, companyId))
  const [stamp] = await db
    .select({
      text: sql<string>`count(*) || ' ' || coalesce(max(${tables.surveyPoint.id}), 0) || ' '
        || coalesce(extract(epoch from max(${tables.surveyPoint.updatedAt})), 0)`,
    })
    .from(tables.surveyPoint)
    .where(ofCompany(tables.surveyPoint, companyId))
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

type Row = typeof tables.surveyPoint.$inferSelect

/** Point in metres of the building's plane. */
export const recordOf = (row: Row, { plane }: { plane: Plane }): SurveyRecord & { at: number } => ({
  pointId: row.id,
  floorId: row.floorId,
  ...plane.toMetres(row),
  measuredPower: row.measuredPower,
  readings: row.readings,
  gateways: row.gateways.map(({ gatewayId, ...spot }) => ({ gatewayId, ...plane.toMetres(spot) })),
  at: row.at.getTime(),
})

export async function readSurveyPoints(
  db: Db,
  companyId: Id<'company'>,
  floorId?: Id<'floor'>,
): Promise<Row[]> {
  const ranked = db
    .select({
      id: tables.surveyPoint.id,
      rank: sql<number>`row_number() over (partition by ${tables.surveyPoint.floorId} order by ${tables.surveyPoint.at} desc, ${tables.surveyPoint.id} desc)`.as(
        'rank',
      ),
    })
    .from(tables.surveyPoint)
    .where(
      ofCompany(
        tables.surveyPoint,
        companyId,
        isNull(tables.surveyPoint.removedAt),
        floorId === undefined ? undefined : eq(tables.surveyPoint.floorId, floorId),
      ),
    )
    .as('ranked')
  const rows = await db
    .select({ point: tables.surveyPoint })
    .from(tables.surveyPoint)
    .innerJoin(ranked, eq(ranked.id, tables.surveyPoint.id))
    .where(ofCompany(tables.surveyPoint, companyId, sql`${ranked.rank} <= ${MAX_POINTS}`))
    .orderBy(asc(tables.surveyPoint.at), asc(tables.surveyPoint.id))
  return rows.map(({ point }) => point)
}
