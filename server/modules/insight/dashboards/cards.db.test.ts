import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { cardRanges, periodOf } from '#contract/dashboards/periods.ts'
import type { FilterObject } from '#contract/filter.ts'
import { allRows, createDashboardFixtures, made, placeCard } from '#tests/dashboardFixtures.ts'
import { isLongForm } from '#tests/longForm.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { dashboardItems } = contract
let testApp: TestApp
let admin: string
let technician: string
let world: Awaited<ReturnType<typeof createDashboardFixtures>>

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  world = await createDashboardFixtures(testApp)
  technician = await testApp.signIn('technician')
})
afterAll(() => testApp.close())

describe('a card’s number', () => {
  it('equals the rows behind it, for any filters, range, day and user', async () => {
    const pick = <T extends { id: number }>(rows: readonly T[]) =>
      fc.subarray(
        rows.map(({ id }) => id),
        { minLength: 1 },
      )
    const filter = fc.record(
      {
        equipmentIds: pick(world.things),
        equipmentTypeIds: pick(world.types),
        locationIds: pick(world.places),
        locationTypeIds: pick(world.placeTypes),
        procedureIds: pick(world.procedures),
        procedureTypeIds: pick(world.kinds),
        tagIds: pick(world.tags),
      },
      { requiredKeys: [] },
    )
    const cases = fc.sample(
      fc.record({
        filters: fc.array(filter, { maxLength: 3 }),
        type: fc.constantFrom('averageScore' as const, 'scheduleDone' as const),
        range: fc.constantFrom(...cardRanges),
        isFiltered: fc.boolean(),
        isAdmin: fc.boolean(),
        daysAgo: fc.integer({ min: 0, max: 420 }),
      }),
      { numRuns: isLongForm ? 40 : 8, seed: 6 },
    )
    let cut = 0
    for (const { filters, type, range, isFiltered, isAdmin, daysAgo } of cases) {
      const { item, board } = await placeCard(
        testApp,
        admin,
        filters as FilterObject[],
        type,
        isFiltered,
      )
      const token = isAdmin ? admin : technician
      const at = new Date(testApp.clock.now().getTime() - daysAgo * 86_400_000)
        .toISOString()
        .slice(0, 10)
      const number = await made(
        testApp.call(token, dashboardItems.getCard, {
          params: { id: item.id, dashboardId: board.id, range, at },
        }),
      )
      const behind = await allRows(testApp, token, board.id, item.id, { range, at })
      const question = JSON.stringify({ filters, type, range, at, isFiltered, isAdmin })
      expect(behind.count, question).toBe(number.counted)
      expect(behind.value, question).toEqual(number.value)
      expect(behind.rows.length, question).toBe(behind.count - behind.beyondRights)
      expect(new Set(behind.rows.map(({ id }) => id)).size, question).toBe(behind.rows.length)
      cut += behind.beyondRights + number.beyondRights
      if (behind.beyondRights > 0) continue // this user may not see the rest of the sum
      const mean =
        type === 'averageScore'
          ? behind.rows.reduce((sum, row) => sum + (row.score ?? Number.NaN), 0) /
            behind.rows.length
          : (100 *
              behind.rows.filter(({ state }) => state === 'done' || state === 'doneLate').length) /
            behind.rows.length
      if (behind.rows.length === 0) expect(number.value, question).toBeNull()
      else expect(number.value, question).toBeCloseTo(mean, 6)
      const parts = await Promise.all(
        (['done', 'notDone', 'doneInTime', 'doneLate'] as const).map((part) =>
          allRows(testApp, token, board.id, item.id, { range, at, part }),
        ),
      )
      if (type === 'scheduleDone')
        expect(
          parts.map(({ count }) => count),
          question,
        ).toEqual([number.done, number.notDone, number.done - number.doneLate, number.doneLate])
    }
    expect(cut).toBeGreaterThan(0)
  })

  it('uses the days of the company’s zone, whichever day it is elsewhere', async () => {
    const { item, board } = await placeCard(testApp, admin, [], 'averageScore')
    const behind = await allRows(testApp, admin, board.id, item.id, {
      range: 'DAY',
      at: '2026-11-19',
    })
    // Asia/Jerusalem is UTC+2 in November.
    for (const { at } of behind.rows)
      expect(at >= '2026-11-18T22:00' && at < '2026-11-19T22:00', at).toBe(true)
    const number = await made(
      testApp.call(admin, dashboardItems.getCard, {
        params: { id: item.id, range: 'WEEK', at: '2026-11-19' },
      }),
    )
    expect({ from: number.from, to: number.to }).toEqual(periodOf('WEEK', '2026-11-19', 1))
    expect(number.history).toHaveLength(12)
  })

  it('says why it is empty: no data yet, nothing matches, no right, source gone', async () => {
    const stateOf = async (token: string, filters: FilterObject[], at?: string) => {
      const { item, board } = await placeCard(testApp, admin, filters, 'averageScore')
      return {
        item,
        state: (
          await made(
            testApp.call(token, dashboardItems.getCard, {
              params: { id: item.id, dashboardId: board.id, at },
            }),
          )
        ).state,
      }
    }
    const monitor = world.things.filter(({ typeId }) => typeId === world.types[1]?.id)
    expect((await stateOf(admin, [], '1999-01-01')).state).toBe('noDataYet')
    expect((await stateOf(technician, [{ equipmentIds: monitor.map(({ id }) => id) }])).state).toBe(
      'noRight',
    )
    const spare = await made(
      testApp.call(admin, contract.referenceLists.createTag, {
        body: { name: 'Spare', colour: 'blue' },
      }),
    )
    const { item, state } = await stateOf(admin, [{ tagIds: [spare.id] }])
    expect(state).toBe('nothingMatches')
    await made(testApp.call(admin, contract.referenceLists.deleteTag, { params: { id: spare.id } }))
    expect(
      (await made(testApp.call(admin, dashboardItems.getCard, { params: { id: item.id } }))).state,
    ).toBe('sourceGone')
  })
})
