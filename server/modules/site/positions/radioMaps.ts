/**
 * Rebuilds radio maps when survey points, gateways or plans change. Then locates each point by the
 * others, and updates the accuracy circle of its building.
 */
import { notInArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { radioOf } from '#contract/positioning/looks.ts'
import { fitRadioMap, type RadioMap } from '#contract/positioning/radioMap.ts'
import { leaveOneOut, surveyedPoint, type SurveyRecord } from '#contract/positioning/siteSurvey.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { runInSlices } from '#kernel/work/yieldToEventLoop.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { inCompany, type Db } from '#kernel/data/transaction.ts'
import { engineOf, loadWorld, type Company } from './engineState.ts'
import { groundOfFloor, type Facts } from './facts.ts'
import { readSurveyPoints, recordOf } from './radio.ts'

function mapsStampOf({ anchors, floors, radio }: Facts): string {
  const gateways = [...anchors.values()]
    .map(({ gatewayId, floorId, x, y, correction }) =>
      [gatewayId, floorId, x.toFixed(1), y.toFixed(1), correction].join(),
    )
    .join(';')
  const plans = [...floors].map(([id, { stamp }]) => `${id} ${stamp}`).join(';')
  return `${radio.surveyStamp}|${gateways}|${plans}`
}

export const areMapsOld = (company: Company): boolean =>
  company.mapsStamp !== mapsStampOf(company.facts)

export async function makeRadioMaps(kernel: Kernel): Promise<number> {
  let made = 0
  for (const [companyId, company] of engineOf(kernel)) {
    const stamp = mapsStampOf(company.facts)
    if (company.mapsStamp === stamp) continue
    await makeMaps(kernel, companyId as Id<'company'>, company)
    company.mapsStamp = stamp
    made += 1
  }
  return made
}

async function makeMaps(kernel: Kernel, companyId: Id<'company'>, company: Company): Promise<void> {
  const { facts } = company
  const rows = await inCompany(kernel.pool, companyId, (db) => readSurveyPoints(db, companyId))
  const records = rows.flatMap((row): SurveyRecord[] => {
    const floor = facts.floors.get(row.floorId)
    return floor === undefined ? [] : [recordOf(row, floor)]
  })
  const world = loadWorld(company)
  const { power, exponent } = radioOf(world)
  const maps = new Map<number, RadioMap>()
  for (const [floorId, own] of groupBy(records, (record) => record.floorId)) {
    const ground = groundOfFloor(facts, floorId)
    const anchors = new Map([...facts.anchors].filter(([, anchor]) => anchor.floorId === floorId))
    const points = own.map((record) =>
      surveyedPoint(record, facts.anchors, company.learned.faintest),
    )
    const map =
      ground === undefined
        ? null
        : await runInSlices(fitRadioMap(ground, anchors, points, { power, exponent }))
    if (map !== null) maps.set(floorId, map)
  }
  company.maps = maps
  const results: {
    buildingId: Id<'building'>
    figures: typeof tables.surveyResult.$inferSelect.figures
  }[] = []
  const byBuilding = groupBy(
    records,
    ({ floorId }) => facts.floors.get(floorId)?.buildingId ?? null,
  )
  for (const [buildingId, own] of byBuilding) {
    const figures = await runInSlices(leaveOneOut(own, maps, { ...world, maps }))
    if (buildingId !== null && figures !== null) results.push({ buildingId, figures })
  }
  await inCompany(kernel.pool, companyId, (db) =>
    writeResults(db, companyId, results, kernel.clock.now()),
  )
  facts.radio = {
    ...facts.radio,
    circles: new Map(results.map(({ buildingId, figures }) => [buildingId, figures.circle])),
  }
  kernel.live.publish(companyId, ['SiteSurvey'])
}

async function writeResults(
  db: Db,
  companyId: Id<'company'>,
  results: readonly {
    buildingId: Id<'building'>
    figures: typeof tables.surveyResult.$inferSelect.figures
  }[],
  now: Date,
): Promise<void> {
  await db.delete(tables.surveyResult).where(
    ofCompany(
      tables.surveyResult,
      companyId,
      results.length === 0
        ? undefined
        : notInArray(
            tables.surveyResult.buildingId,
            results.map(({ buildingId }) => buildingId),
          ),
    ),
  )
  for (const { buildingId, figures } of results)
    await db
      .insert(tables.surveyResult)
      .values({ companyId, buildingId, figures, at: now })
      .onConflictDoUpdate({
        target: [tables.surveyResult.companyId, tables.surveyResult.buildingId],
        set: { figures, at: now, updatedAt: now },
      })
}
