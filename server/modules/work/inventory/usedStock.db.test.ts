import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { ok, openStockedWard, type StockedWard } from '#tests/stockedWard.ts'

let ward: StockedWard
beforeAll(async () => {
  ward = await openStockedWard()
})
afterAll(() => ward.testApp.close())
beforeEach(async () => {
  ward.item = await ward.newItem()
})

describe('a procedure log that uses stock', () => {
  it('takes from the nearest surrounding location that keeps the item, first expired first, once', async () => {
    const far = await ward.receive(100, {}, ward.building)
    const { id } = await ward.receive(5, { lot: 'Late', expiresOn: '2027-06-01' })
    await ward.receive(2, { lot: 'Early', expiresOn: '2027-01-01' })
    await ward.receive(3, { lot: 'Gone', expiresOn: '2026-01-01' })
    const clientKey = ward.key()
    await ward.perform(4, 1, undefined, clientKey)
    await ward.perform(4, 1, undefined, clientKey)
    expect(await ward.lotsOf(id)).toEqual([
      ['Gone', 3],
      ['Late', 3],
    ])
    expect((await ward.shortHistory(id)).slice(0, 3)).toEqual([
      ['discarded', -1, 6],
      ['used', -1, 7],
      ['used', -2, 8],
    ])
    expect((await ward.one(far.id)).amount).toBe(100)
    expect(await ward.one(id)).toMatchObject({ state: 'expired', used: 4 })
  })

  it('goes below zero rather than being lost, says so, and takes nothing that no location keeps', async () => {
    await ward.perform(7)
    expect(await ward.listed(ward.admin)).toEqual([])
    const { id } = await ward.receive(2, { lot: 'A' })
    const log = await ward.perform(5, 0, { equipmentId: null, locationId: ward.room })
    expect(await ward.one(id)).toMatchObject({ amount: -3, state: 'negative' })
    expect((await ward.history(id))[0]).toMatchObject({
      procedureLogId: log.id,
      mayBeUndone: false,
    })
  })

  it('updates the day on which stock runs out', async () => {
    const { id } = await ward.receive(100)
    await ward.perform(14)
    // 14 used in a week, the shortest examined period: 86 last 43 days.
    expect((await ward.one(id)).runsOutOn).toBe('2027-01-02')
  })
})

it('low stock alerts once, and the alert ends when the stock is filled up', async () => {
  const lows = async () =>
    (
      await ok(ward.testApp.call(ward.admin, contract.alerts.listAlerts, { body: { limit: 50 } }))
    ).rows
      .filter(({ kind, stock }) => kind === 'stockLow' && stock?.id === id)
      .map(({ endedAt, thing }) => [thing, endedAt !== null])
  const { id } = await ward.receive(5)
  await ward.minimumOf(5)
  expect(await lows()).toEqual([])
  await Promise.all([ward.perform(1), ward.perform(1)])
  expect(await lows()).toEqual([['Ward', false]])
  await ward.receive(1)
  expect(await lows()).toEqual([['Ward', false]])
  await ward.receive(1)
  expect(await lows()).toEqual([['Ward', true]])
  await ward.minimumOf(9)
  expect(await lows()).toEqual([
    ['Ward', false],
    ['Ward', true],
  ])
  expect(await ward.minimumOf(null)).toMatchObject({ before: 9, stock: { minimum: null } })
  expect((await lows()).every(([, isOver]) => isOver)).toBe(true)
})
