/** What the product writes out, it knows again. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index'
import type { ImportJob, ImportKind } from '#contract/imports'
import { openTestAppWithFixtures } from '../../../tests/fixturesTemplate.ts'
import { importOver } from '../../../tests/longJobs.ts'
import type { TestApp } from '../../../tests/testApp.ts'

let testApp: TestApp
let token: string
const { imports, equipment, locations, referenceLists } = contract

beforeAll(async () => {
  ;({ testApp, token } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

/** Checks a file as it was guessed. */
async function checked(kind: ImportKind, file: string): Promise<ImportJob> {
  const upload = await testApp.upload(token, `/api/imports?kind=${kind}`, 'file.csv', file)
  const { id, mapping } = upload.body as ImportJob
  const one = { params: { id } }
  await testApp.call(token, imports.checkImport, { ...one, body: { mapping } })
  return importOver(testApp, token, id)
}

it('equipment and places that went out as a file come back as they are, formulas among their names', async () => {
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
    const job = await checked(kind as keyof typeof files, String(body)) // its own keys
    expect(job.faults, kind).toEqual([])
    expect(job, kind).toMatchObject({ status: 'checked', created: 0, updated: 0, unchanged: 1 })
  }
})
