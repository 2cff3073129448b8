import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index'
import { furnish } from '../../../tests/furniture.ts'
import { openHouse, type House } from '../../../tests/house.ts'
import { company } from '../../db/schema/index.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { simulatedCompanies } from './index.ts'

let house: House
let admin: string
const { getSimulator, setSimulator } = contract.rtls

beforeAll(async () => {
  house = await openHouse({ demo: true })
  admin = await house.signIn('administrator')
  await furnish(house, house.here, admin, 'OURS')
})
afterAll(() => house.close())

it('does not walk in a company that the demo did not make, even in demo mode', async () => {
  expect(await simulatedCompanies(house.app.kernel)).toEqual([])
  expect((await house.call(admin, getSimulator, {})).body).toEqual({
    isThere: false,
    isRunning: false,
  })
  expect((await house.call(admin, setSimulator, { body: { isRunning: true } })).status).toBe(404)
})

it('walks in the demo’s own', async () => {
  await asSystem(house.pool, (db) =>
    db.update(company).set({ isDemo: true }).where(eq(company.id, house.here.id)),
  )
  expect(await simulatedCompanies(house.app.kernel)).toEqual([house.here.id])
  expect((await house.call(admin, getSimulator, {})).body).toEqual({
    isThere: true,
    isRunning: true,
  })
  expect((await house.call(admin, setSimulator, { body: { isRunning: false } })).body).toEqual({
    isThere: true,
    isRunning: false,
  })
})
