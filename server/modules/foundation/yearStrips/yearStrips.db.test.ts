import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { statesOfLine, YEAR_WEEKS } from '#contract/rules/yearStrip.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

const { listEquipmentYears, getEquipmentYear, getLocationYear } = contract.yearStrips
const WEEK = 7 * 86_400_000

let testApp: TestApp
let own: Fixtures
let admin: string
beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const lineOf = async (id: number, token = admin) => {
  const { body } = await testApp.call(token, listEquipmentYears, { body: { ids: [id] } })
  return body.rows.map(({ line }) => statesOfLine(line))
}

it('the year strip says of each week what was done, scored, open and out of use in it', async () => {
  const made = await testApp.call(admin, contract.equipment.createEquipment, {
    body: {
      name: 'Pump of a year',
      typeId: own.equipmentType ?? 0,
      statusId: own.equipmentStatus ?? 0,
      locationId: own.location ?? 0,
    },
  })
  const id = made.body.id
  const weeks = async () => {
    const { body } = await testApp.call(admin, getEquipmentYear, { params: { id } })
    expect(body.weeks).toHaveLength(YEAR_WEEKS)
    return body.weeks
  }
  expect((await weeks()).every(({ done, isUnusable }) => done === 0 && !isUnusable)).toBe(true)

  const { body: statuses } = await testApp.call(
    admin,
    contract.referenceLists.getEquipmentStatuses,
    {},
  )
  const unusable = statuses.rows.find(({ isUsable }) => !isUsable)?.id ?? 0
  const give = async (statusId: Id<'equipmentStatus'> | number) => {
    const { body } = await testApp.call(admin, contract.equipment.getEquipment, { params: { id } })
    const answer = await testApp.call(admin, contract.equipment.updateEquipment, {
      params: { id },
      body: { version: body.version, statusId },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  await give(unusable)
  testApp.clock.advance(WEEK * 2)
  admin = await testApp.signIn('administrator')
  await give(own.equipmentStatus ?? 0)
  await testApp.call(admin, contract.tickets.openTicket, {
    body: { title: 'It hums', ticketTypeId: own.ticketType ?? 0, equipmentId: id },
  })
  testApp.clock.advance(WEEK + 3_600_000)
  admin = await testApp.signIn('administrator')
  const now = await weeks()
  expect(now.slice(-4).map(({ isUnusable }) => isUnusable)).toEqual([false, true, true, false])
  expect(now.slice(-3).map(({ openTickets }) => openTickets)).toEqual([0, 1, 1])
  expect((await lineOf(id))[0]?.slice(-4)).toEqual(['none', 'bad', 'bad', 'warn'])
})

it('the year strip of a location says what was performed there', async () => {
  const before = await testApp.call(admin, getLocationYear, {
    params: { id: own.location ?? 0 },
  })
  expect(before.body.weeks).toHaveLength(YEAR_WEEKS)
  const thing = await testApp.call(admin, getEquipmentYear, { params: { id: own.equipment ?? 0 } })
  expect(thing.body.weeks.reduce((sum, { done }) => sum + done, 0)).toBeGreaterThan(0)
})

it('the year strip says nothing of another company’s objects', async () => {
  const there = await testApp.signIn('administrator', 'there')
  expect(await lineOf(own.equipment ?? 0, there)).toEqual([])
  for (const [endpoint, id] of [
    [getEquipmentYear, own.equipment],
    [getLocationYear, own.location],
  ] as const)
    expect((await testApp.call(there, endpoint, { params: { id: id ?? 0 } })).status).toBe(404)
})
