import { createDashboards } from './fixtures/dashboards.ts'
import { fixtureMaker, type Fixtures } from './fixtures/fixtureMaker.ts'
import { createRecords } from './fixtures/records.ts'
import { createReferenceData } from './fixtures/referenceData.ts'
import { createThings } from './fixtures/things.ts'
import { createTracking } from './fixtures/tracking.ts'
import { createSchedule, createWork } from './fixtures/work.ts'
import type { Company, TestApp } from './testApp.ts'

export type { Fixtures } from './fixtures/fixtureMaker.ts'
export { yesNo } from './fixtures/questions.ts'

/**
 * Names that depend on permissions contain `mark`, names that every member may read contain `word`,
 * types contain `type`. `radio`: set if a company has several of everything.
 */
export async function createFixtures(
  testApp: TestApp,
  company: Company,
  token: string,
  mark: string,
  { word = mark, type: kind = mark, radio = '01' } = {},
): Promise<Fixtures> {
  const maker = fixtureMaker(testApp, company, token, { mark, word, kind, radio })
  const things = await createThings(maker)
  const own = { ...things, ...(await createWork(maker, things)) }
  const referenceData = await createReferenceData(maker, own)
  return {
    company: company.id,
    user: company.users.staff,
    ...own,
    ...referenceData,
    ...(await createSchedule(maker, own)),
    ...(await createDashboards(maker, own)),
    ...(await createTracking(maker, things)),
    ...(await createRecords(maker, { ...own, ...referenceData })),
  }
}
