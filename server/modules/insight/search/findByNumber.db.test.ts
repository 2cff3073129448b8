/**
 * A label's number finds its equipment or location: exactly, in the user's own company, with the
 * user's permissions.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

const { findByNumber } = contract.search

let testApp: TestApp
let own: Fixtures
let admin: string
let stranger: string
beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  stranger = await testApp.signIn('administrator', 'there')
  const typeId = own.equipmentType ?? 0
  const room = await testApp.call(admin, contract.locations.createLocation, {
    body: { name: 'Store', code: 'R-7', typeId: own.locationType ?? 0 },
  })
  for (const body of [
    { name: 'Pump', equipmentId: 'IP-112', locationId: room.body.id },
    { name: 'Other pump', equipmentId: 'IP-1123' },
    { name: 'Monitor', details: [{ key: 'Serial number', value: 'SN 77/a_%' }] },
    { name: 'Scale', equipmentId: '0036000291452' },
  ])
    await testApp.call(admin, contract.equipment.createEquipment, { body: { typeId, ...body } })
})
afterAll(() => testApp.close())

const find = async (number: string, token = admin) =>
  (await testApp.call(token, findByNumber, { params: { number } })).body

it('a scanned inventory number is found in any case, and not inside a longer number', async () => {
  expect(await find(' ip-112 ')).toMatchObject({
    rows: [{ kind: 'equipment', name: 'Pump', place: 'Store' }],
    isCut: false,
  })
  expect((await find('IP-11')).rows).toEqual([])
})

it('a scanned fact such as a serial number is found, and its signs are not a pattern', async () => {
  expect((await find('sn 77/A_%')).rows).toMatchObject([{ name: 'Monitor', place: null }])
  expect((await find('SN 77/abc')).rows).toEqual([])
  expect((await find('%')).rows).toEqual([])
})

it('a scanned EAN is found by the UPC within it', async () => {
  expect((await find('036000291452')).rows).toMatchObject([{ name: 'Scale' }])
})

it('a scanned location code is found', async () => {
  expect((await find('r-7')).rows).toMatchObject([{ kind: 'location', name: 'Store' }])
})

it('a scanned number is found with any spaces, dashes, case and digits, if it is unique', async () => {
  for (const number of ['ip112', 'IP 112', 'IP\u2013112', 'ip-١١٢', 'I P 1 1 2'])
    expect((await find(number)).rows).toMatchObject([{ name: 'Pump', place: 'Store' }])
  expect((await find('r7')).rows).toMatchObject([{ kind: 'location', name: 'Store' }])
  expect((await find('ip112', stranger)).rows).toEqual([])
  const body = { name: 'Twin', equipmentId: 'I-P1123', typeId: own.equipmentType ?? 0 }
  await testApp.call(admin, contract.equipment.createEquipment, { body })
  expect((await find('ip 1123')).rows).toEqual([])
  expect((await find('IP-1123')).rows).toMatchObject([{ name: 'Other pump' }])
})

it('a scanned label in Code 39 finds what is printed, and its Full ASCII spelling, but never by a bare number', async () => {
  const typeId = own.equipmentType ?? 0
  for (const [name, equipmentId] of [
    ['Dash', 'VAV-C1'],
    ['Slash', 'AHU/B2'],
    ['Lower case', 'vav-d1'],
    ['Quote', 'Ahu"9'],
  ])
    await testApp.call(admin, contract.equipment.createEquipment, {
      body: { typeId, name: name ?? '', equipmentId: equipmentId ?? '' },
    })
  const scan = async (number: string) =>
    (
      await testApp.call(admin, findByNumber, { params: { number, symbology: 'code39' } })
    ).body.rows.map(({ name }) => name)
  expect(await scan('VAV-C1')).toEqual(['Dash'])
  expect(await scan('VAV+C1')).toEqual([])
  expect(await scan('AHU/B2')).toEqual(['Slash'])
  expect(await scan('+V+A+V-+D1')).toEqual(['Lower case'])
  expect(await scan('A+H+U/B9')).toEqual(['Quote'])
  // Not from a label: the plus sign is literal.
  expect((await find('A+H+U/B9')).rows).toEqual([])
  await testApp.call(admin, contract.equipment.createEquipment, {
    body: { typeId, name: 'Plus', equipmentId: 'VAV+C1' },
  })
  expect(await scan('VAV+C1')).toEqual(['Plus'])
})

it('a scanned number finds nothing of another company', async () => {
  for (const number of ['IP-112', 'R-7', 'SN 77/a_%'])
    expect((await find(number, stranger)).rows).toEqual([])
})

it('a search puts a number that begins so before a name, and both before a fact that contains it', async () => {
  const typeId = own.equipmentType ?? 0
  for (const body of [
    { name: 'A ventilator', details: [{ key: 'Maker', value: 'Philips zq' }] },
    { name: 'Zq scale' },
    { name: 'Pump', equipmentId: 'ZQ-1' },
  ])
    await testApp.call(admin, contract.equipment.createEquipment, { body: { typeId, ...body } })
  const answer = await testApp.call(admin, contract.search.search, { params: { q: 'zq' } })
  expect(answer.body.map(({ name }) => name)).toEqual(['Pump', 'Zq scale', 'A ventilator'])
})
