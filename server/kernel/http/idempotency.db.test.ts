import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { cleanUp } from '../../modules/operation/retention/cleanUp.ts'

let testApp: TestApp
let admin: string, manager: string

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  manager = await testApp.signIn('manager')
})
afterAll(() => testApp.close())

const board = (name: string) => ({
  name,
  isFiltered: false,
  isRestrictedEquipment: false,
  isRestrictedProcedures: false,
  equipmentTypes: [],
  procedureTypes: [],
  locationTypes: [],
  data: { chapters: [] },
})
const create = (name: string, key?: string, by = admin) =>
  testApp.raw(by, 'POST', '/api/dashboards', board(name), key ? { 'idempotency-key': key } : {})
const count = async (name: string) =>
  (await testApp.call(admin, contract.dashboards.listDashboards, { body: { search: name } })).body
    .count

describe('a POST with an idempotency key', () => {
  it('answers a repeated key as before, and creates one dashboard', async () => {
    const key = randomUUID()
    const first = await create('Rounds', key)
    const again = await create('Rounds', key)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(await count('Rounds')).toBe(1)
  })

  it('runs once even if its twin arrives meanwhile', async () => {
    const key = randomUUID()
    const answers = await Promise.all([create('Beds', key), create('Beds', key)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0].body).toEqual(answers[1].body)
    expect(await count('Beds')).toBe(1)
  })

  it('is refused under the key of another call, and does nothing', async () => {
    const key = randomUUID()
    await create('Lifts', key)
    const other = await create('Doors', key)
    expect([other.status, other.body]).toMatchObject([409, { errors: [{ code: 'alreadyThere' }] }])
    expect(await count('Doors')).toBe(0)
  })

  it('releases its key when it is refused', async () => {
    const key = randomUUID()
    expect((await create('', key)).status).toBe(400)
    expect((await create('Lamps', key)).status).toBe(200)
  })

  it('is another write for another person', async () => {
    const key = randomUUID()
    await create('Pumps', key)
    expect((await create('Pumps', key, manager)).status).not.toBe(409)
  })

  it('is refused if the key is malformed', async () => {
    expect((await create('Signs', 'again')).status).toBe(400)
  })

  it('runs each time without a key', async () => {
    await create('Taps')
    await create('Taps')
    expect(await count('Taps')).toBe(2)
  })

  it('is remembered for a day', async () => {
    const key = randomUUID()
    await create('Vents', key)
    const after = async (hours: number) => {
      testApp.clock.advance(hours * 3_600_000)
      await cleanUp(testApp.app.kernel)
      admin = await testApp.signIn('administrator')
      await create('Vents', key)
    }
    await after(23)
    expect(await count('Vents')).toBe(1)
    await after(2)
    expect(await count('Vents')).toBe(2)
  })
})
