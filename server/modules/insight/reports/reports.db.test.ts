import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { dimensions, type Dimension } from '#contract/reports.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { createReportFixtures } from '#tests/reportFixtures.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { reports } = contract
const HOUR = 3_600_000
let testApp: TestApp
let admin: string
let world: Awaited<ReturnType<typeof createReportFixtures>>

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  world = await createReportFixtures(testApp)
})
afterAll(() => testApp.close())

const ask = (body: object) => testApp.raw(admin, 'POST', '/api/reports/distributions', body)

describe('a distribution of reports', () => {
  it('has as many rows behind each result as it counted, and their mean is its value, over all dimensions', async () => {
    const cases = fc.sample(
      fc.record({
        by: fc.constantFrom<Dimension>(...dimensions),
        type: fc.constantFrom('performances' as const, 'tracers' as const),
        days: fc.integer({ min: 0, max: 80 }),
        isNarrow: fc.boolean(),
      }),
      { numRuns: 30, seed: 11 },
    )
    for (const { by, type, days, isNarrow } of cases) {
      const range = {
        from: new Date(testApp.clock.now().getTime() - days * 24 * HOUR).toISOString().slice(0, 10),
        to: '2026-11-20',
      }
      const question = {
        distributionBy: by,
        type,
        filter: isNarrow ? { equipmentIds: world.things.slice(0, 1) } : {},
      }
      const { status, body: answers } = await testApp.call(admin, reports.getDistributions, {
        body: { ...question, ranges: [range] },
      })
      expect(status).toBe(200)
      const [answer] = answers
      expect(answer?.results.reduce((sum, { counted }) => sum + counted, 0)).toBe(answer?.counted)
      for (const result of answer?.results.slice(0, 3) ?? []) {
        const { body } = await testApp.call(admin, reports.listDistributionRows, {
          body: { ...question, range, group: result.id, limit: 500 },
        })
        expect(body.count).toBe(result.counted)
        expect(body.rows).toHaveLength(result.counted)
        expect(
          Math.round(
            body.rows.reduce((sum, row) => sum + (row.score ?? Number.NaN), 0) / body.rows.length,
          ),
        ).toBe(result.value)
      }
    }
  })

  it('gives every result page by page, best or worst first, and says how many are left', async () => {
    const ranges = [
      { from: '2026-09-01', to: '2026-11-20' },
      { from: '2026-10-01', to: '2026-10-31' },
    ]
    const asked = {
      distributionBy: 'equipment' as const,
      type: 'performances' as const,
      filter: {},
      ranges,
    }
    const page = async (body: { sort?: 'value' | '-value'; limit: number; offset?: number }) =>
      (await testApp.call(admin, reports.getDistributions, { body: { ...asked, ...body } })).body
    const [whole] = await page({ limit: 200 })
    const values = whole?.results.map(({ value }) => value) ?? []
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    const paged = [await page({ limit: 2 }), await page({ limit: 2, offset: 2 })]
    expect(paged.map(([first]) => first?.remaining)).toEqual([1, 0])
    expect(paged.flatMap(([first]) => first?.results ?? [])).toEqual(whole?.results)
    expect(
      paged.map(
        ([first, second]) =>
          first?.results
            .map(({ id }) => id)
            .toSorted()
            .join() ===
          second?.results
            .map(({ id }) => id)
            .toSorted()
            .join(),
      ),
      'each stands beside itself',
    ).toEqual([true, true])
    expect((await page({ sort: 'value', limit: 1 }))[0]?.results[0]?.value).toBe(
      Math.min(...values),
    )
  })

  it('puts results of a single log after those that recur, best or worst first', async () => {
    const [twice = 0, once = 0] = world.things
    const scores = [
      [twice, 50],
      [twice, 60],
      [once, 100],
    ] as const
    await asSystem(testApp.pool, async (db) => {
      const [log] = await db
        .select()
        .from(tables.procedureLog)
        .where(ofCompany(tables.procedureLog, testApp.here.id))
        .limit(1)
      if (log === undefined) throw new Error('There is no log')
      const { id: _id, ...row } = log
      await db.insert(tables.procedureLog).values(
        scores.map(([equipmentId, score]) => ({
          ...row,
          clientKey: randomUUID(),
          equipmentId: equipmentId as typeof row.equipmentId,
          score,
          doneAt: new Date('2026-01-05T10:00:00Z'),
        })),
      )
    })
    for (const sort of ['value', '-value'] as const) {
      const [answer] = await testApp.ok(admin, reports.getDistributions, {
        body: {
          distributionBy: 'equipment',
          type: 'performances',
          ranges: [{ from: '2026-01-01', to: '2026-01-31' }],
          sort,
        },
      })
      expect(answer?.results.map(({ id }) => id)).toEqual([twice, once])
    }
  })

  it('names days, and unassigned rows, in the reader’s language', async () => {
    const names = async (token: string, distributionBy: Dimension) =>
      (
        await testApp.call(token, reports.getDistributions, {
          body: {
            distributionBy,
            type: 'performances',
            ranges: [{ from: '2026-09-01', to: '2026-11-20' }],
          },
        })
      ).body[0]?.results.map(({ id, name }) => [id, name])
    const hebrew = (
      await testApp.call(admin, contract.auth.setLanguage, { body: { language: 'he' } })
    ).body.token
    expect(await names(hebrew, 'dayOfWeek')).toContainEqual([0, 'יום ראשון'])
    expect(await names(hebrew, 'location')).toEqual([[null, 'ללא']])
    admin = (await testApp.call(hebrew, contract.auth.setLanguage, { body: { language: 'en' } }))
      .body.token
    expect((await names(admin, 'dayOfWeek'))?.map(([, name]) => name).toSorted()).toEqual([
      'Friday',
      'Monday',
      'Saturday',
      'Sunday',
      'Thursday',
      'Tuesday',
      'Wednesday',
    ])
    expect(await names(admin, 'equipmentStatus')).toEqual([[null, 'None']])
  })

  it('counts a shift that ends the next day as one', async () => {
    const { body } = await testApp.call(admin, reports.getDistributions, {
      body: {
        distributionBy: 'shift',
        type: 'performances',
        ranges: [{ from: '2026-09-01', to: '2026-11-20' }],
      },
    })
    expect(body[0]?.results.map(({ name }) => name).toSorted()).toEqual(['Day', 'Night'])
  })

  it('refuses an invalid question, and names its path', async () => {
    const good = {
      distributionBy: 'location',
      type: 'performances',
      filter: {},
      ranges: [{ from: '2026-01-01', to: '2026-11-01' }],
    }
    expect((await ask(good)).status).toBe(200)
    expect(
      await ask({ ...good, ranges: [{ from: '2026-11-01', to: '2026-01-01' }] }),
    ).toMatchObject({ status: 400, body: { errors: [{ path: 'body.ranges.0.to' }] } })
    expect(await ask({ ...good, distributionBy: 'mood' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.distributionBy' }] },
    })
    expect(await ask({ ...good, ranges: [] })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.ranges' }] },
    })
    expect(
      await ask({
        ...good,
        filter: { equipmentIds: Array.from({ length: 501 }, (_each, index) => index + 1) },
      }),
    ).toMatchObject({ status: 400, body: { errors: [{ path: 'body.filter.equipmentIds' }] } })
    expect(
      await ask({
        ...good,
        filter: { equipmentIds: Array.from({ length: 500 }, (_each, index) => index + 1_000_000) },
      }),
    ).toMatchObject({ status: 404, body: { errors: [{ path: 'body.filter.equipmentIds' }] } })
    expect(await ask({ ...good, filter: { equipmentIds: [world.foreign] } })).toMatchObject({
      status: 404,
      body: { errors: [{ path: 'body.filter.equipmentIds' }] },
    })
  })
})
