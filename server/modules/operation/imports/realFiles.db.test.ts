import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let token: string
const { equipment } = contract
const { write, uploadAndCheck } = importSteps(() => ({ testApp, token }))

const realData = process.env['REAL_DATA'] ?? '../shared/data'
const has = existsSync(`${realData}/import/equipment_planes.csv`)
if (!has)
  console.warn(
    'Real data not found (REAL_DATA): the import of 3,322 assets and 1,458 places was not run.',
  )
describe.runIf(has)('an import of the real files', () => {
  beforeAll(async () => {
    ;({ testApp, token } = await openTestAppWithFixtures())
  })
  afterAll(() => testApp.close())

  it('writes everything, and changes nothing the second time', { timeout: 60_000 }, async () => {
    // 4,780 rows are imported twice: 9 s on a quiet machine.
    const planes = await uploadAndCheck(
      'equipment',
      readFileSync(`${realData}/import/equipment_planes.csv`),
    )
    expect(planes).toMatchObject({ rowCount: 3_322, created: 3_322, failed: 0 })
    expect(await write(planes)).toMatchObject({ status: 'done', created: 3_322 })
    const again = await uploadAndCheck(
      'equipment',
      readFileSync(`${realData}/import/equipment_planes.csv`),
    )
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 3_322 })
    const [plane] = (
      await testApp.call(token, equipment.listEquipment, { body: { search: 'N10156' } })
    ).body.rows
    const detail = await testApp.call(token, equipment.getEquipment, {
      params: { id: plane?.id ?? 0 },
    })
    expect(detail.body).toMatchObject({ manufacturer: 'EMBRAER', model: 'EMB-145XR' })
    expect(detail.body.details.some(({ value }) => value === 'NA')).toBe(false)
    const airports = await uploadAndCheck(
      'locations',
      readFileSync(`${realData}/import/locations_airports.csv`),
      { defaults: { type: 'Airport' } },
    )
    expect(airports.created + airports.failed).toBe(airports.rowCount)
    expect(await write(airports)).toMatchObject({ status: 'done', created: airports.created })
    expect(airports.created).toBeGreaterThan(1_400)
  })
})
