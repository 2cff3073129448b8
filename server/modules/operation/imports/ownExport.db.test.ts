import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let token: string
const { equipment, locations, referenceLists } = contract

beforeAll(async () => {
  ;({ testApp, token } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const { uploadAndCheck } = importSteps(() => ({ testApp, token }))

it('an export of equipment and locations, imported again, changes nothing, formulas among their names included', async () => {
  const [type] = (await testApp.call(token, referenceLists.listEquipmentTypes, { body: {} })).body
    .rows
  const [placeType] = (await testApp.call(token, referenceLists.listLocationTypes, { body: {} }))
    .body.rows
  if (!type || !placeType) throw new Error('The fixtures have types')
  const name = '=1+1; -returning'
  const thing = await testApp.call(token, equipment.createEquipment, {
    body: { name, equipmentId: '00042', typeId: type.id, locationId: null },
  })
  expect(thing.status).toBe(200)
  const place = await testApp.call(token, locations.createLocation, {
    body: { name, code: '+A1', typeId: placeType.id },
  })
  expect(place.status).toBe(200)
  const files = {
    equipment: await testApp.call(token, equipment.exportEquipment, {
      body: { search: 'returning' },
    }),
    locations: await testApp.call(token, locations.exportLocations, {
      body: { search: 'returning' },
    }),
  }
  for (const [kind, { body }] of Object.entries(files)) {
    expect(body).toContain("'=1+1; '-returning")
    const job = await uploadAndCheck(kind as keyof typeof files, String(body))
    expect(job.faults, kind).toEqual([])
    expect(job, kind).toMatchObject({ status: 'checked', created: 0, updated: 0, unchanged: 1 })
  }
})
