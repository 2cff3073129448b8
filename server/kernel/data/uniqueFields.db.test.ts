import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let token: string
let own: Fixtures
const { equipment, locations, referenceLists, orgEntities, devices } = contract

beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const refusedAt = (path: string) => ({
  status: 409,
  body: { errors: [{ path, code: 'alreadyThere' }] },
})

it('a duplicate inventory number or location code is reported at its field', async () => {
  const typeId = own.equipmentType as Id<'equipmentType'>
  const make = (equipmentId: string) =>
    testApp.call(token, equipment.createEquipment, {
      body: { name: 'Twice', equipmentId, typeId },
    })
  await make('TWICE-1')
  const second = await make('TWICE-2')
  expect(await make('TWICE-1')).toMatchObject(refusedAt('body.equipmentId'))
  const { id, version } = second.body
  expect(
    await testApp.call(token, equipment.updateEquipment, {
      params: { id },
      body: { version, equipmentId: 'TWICE-1' },
    }),
  ).toMatchObject(refusedAt('body.equipmentId'))
  const place = () =>
    testApp.call(token, locations.createLocation, {
      body: { name: 'Twice', code: 'TW', typeId: own.locationType as Id<'locationType'> },
    })
  await place()
  expect(await place()).toMatchObject(refusedAt('body.code'))
})

it('a duplicate type name or organisation code is reported at its field', async () => {
  const type = () =>
    testApp.call(token, referenceLists.createEquipmentType, { body: { name: 'Twice' } })
  await type()
  expect(await type()).toMatchObject(refusedAt('body.name'))
  const gatewayType = () =>
    testApp.call(token, devices.createGatewayType, { body: { name: 'Twice', format: 'minew' } })
  await gatewayType()
  expect(await gatewayType()).toMatchObject(refusedAt('body.name'))
  const entity = (code: string) =>
    testApp.call(token, orgEntities.createOrgEntity, {
      body: { name: 'Twice', code, kind: 'department', parentId: null, userIds: [] },
    })
  await entity('twice')
  expect(await entity('TWICE')).toMatchObject(refusedAt('body.code'))
})
