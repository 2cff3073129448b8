import fc from 'fast-check'
import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index'
import { cardRanges, periodOf } from '#contract/dashboards/periods'
import type { FilterObject } from '#contract/filter'
import type { Id } from '#contract/ids'
import {
  equipment,
  equipmentType,
  location,
  locationType,
  occurrence,
  procedure,
  procedureLog,
  procedureType,
  rrule,
  tag,
  user,
} from '../../db/schema/index.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { openTestApp, type TestApp } from '../../../tests/testApp.ts'

const { dashboards, dashboardItems } = contract
let testApp: TestApp
let admin: string
let technician: string
let world: Awaited<ReturnType<typeof createFixtures>>

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  world = await createFixtures()
  technician = await testApp.signIn('technician')
})
afterAll(() => testApp.close())

/**
 * Two of everything, four hundred logs and occurrences over fourteen months, and a technician who
 * sees one type alone.
 */
async function createFixtures() {
  const companyId = testApp.here.id
  const now = testApp.clock.now().getTime()
  const HOUR = 3_600_000
  return asSystem(testApp.pool, async (db) => {
    const types = await db
      .insert(equipmentType)
      .values(['Pump', 'Monitor'].map((name) => ({ companyId, name })))
      .returning()
    const placeTypes = await db
      .insert(locationType)
      .values(['Ward', 'Room'].map((name) => ({ companyId, name })))
      .returning()
    const tags = await db
      .insert(tag)
      .values([{ companyId, name: 'Critical', colour: 'red' }])
      .returning()
    const kinds = await db
      .insert(procedureType)
      .values(['Round', 'Check'].map((name) => ({ companyId, name })))
      .returning()
    const places = await db
      .insert(location)
      .values(
        placeTypes.map((type, index) => ({
          companyId,
          name: type.name,
          typeId: type.id,
          path: [index + 1] as Id<'location'>[],
        })),
      )
      .returning()
    for (const place of places)
      await db
        .update(location)
        .set({ path: [place.id] })
        .where(and(eq(location.companyId, companyId), eq(location.id, place.id)))
    const things = await db
      .insert(equipment)
      .values(
        Array.from({ length: 6 }, (_each, index) => ({
          companyId,
          name: `Thing ${index}`,
          typeId: types[index % 2]?.id ?? never(),
          tagIds: index === 0 ? [tags[0]?.id ?? never()] : [],
        })),
      )
      .returning()
    const procedures = await db
      .insert(procedure)
      .values(
        kinds.map((kind) => ({
          companyId,
          name: kind.name,
          typeId: kind.id,
          target: 'either' as const,
        })),
      )
      .returning()
    const rule = await db
      .insert(rrule)
      .values({
        companyId,
        procedureId: procedures[0]?.id ?? never(),
        data: {},
        objects: 'equipment',
        kind: 'specific',
        rule: 'FREQ=DAILY',
        start: '2026-01-01T08:00',
        deadline: { kind: 'none' },
        onHoliday: 'keep',
        onNonWorkingDay: 'keep',
        whenOverdue: 'keepOpen',
        userIds: [],
        roleIds: [],
        isActive: true,
        activeFrom: new Date(now),
      })
      .returning()
    const spots = Array.from({ length: 400 }, (_each, index) => {
      const onThing = index % 3 !== 0
      const doneAt = new Date(now - ((index * 7919) % 10_200) * HOUR - index * 61_000)
      return {
        companyId,
        procedureId: procedures[index % 2]?.id ?? never(),
        equipmentId: onThing ? (things[index % 6]?.id ?? null) : null,
        locationId: onThing ? null : (places[index % 2]?.id ?? null),
        doneAt,
        index,
      }
    })
    await db.insert(procedureLog).values(
      spots.map(({ index, ...spot }) => ({
        ...spot,
        clientKey: randomUUID(),
        procedureVersion: 1,
        doneBy: testApp.here.users.staff,
        startedAt: spot.doneAt,
        points: 0,
        maximum: 10,
        score: index % 11 === 0 ? null : (index * 37) % 101,
        questions: [],
        answers: [],
        breakdown: [] as never,
      })),
    )
    const states = ['done', 'done', 'done', 'late', 'missed', 'due', 'closed', 'planned'] as const
    await db.insert(occurrence).values(
      spots.map(({ index, doneAt: at, ...spot }) => {
        const state = states[index % states.length] ?? 'done'
        return {
          ...spot,
          rruleId: rule[0]?.id ?? never(),
          at,
          plannedAt: at,
          dueBy: index % 5 === 0 ? null : new Date(at.getTime() + 8 * HOUR),
          state,
          doneAt:
            state === 'done' ? new Date(at.getTime() + (index % 2 === 0 ? 1 : 12) * HOUR) : null,
        }
      }),
    )
    await db
      .update(user)
      .set({
        allEquipment: false,
        allLocations: false,
        allProcedures: true,
        equipmentTypeIds: [types[0]?.id ?? never()],
        locationTypeIds: [placeTypes[1]?.id ?? never()],
      })
      .where(and(eq(user.companyId, companyId), eq(user.id, testApp.here.users.technician)))
    return { types, placeTypes, kinds, places, things, procedures, tags }
  })
}

function never(): never {
  throw new Error('Not made')
}

async function made<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function hang(
  filters: FilterObject[],
  type: 'averageScore' | 'scheduleDone',
  isFiltered = true,
) {
  const item = await made(
    testApp.call(admin, dashboardItems.createDashboardItem, {
      body: { name: 'Card', dashboardCategoryId: null, type, range: 'YEAR', data: { filters } },
    }),
  )
  const board = await made(
    testApp.call(admin, dashboards.createDashboard, {
      body: {
        name: 'Board',
        isFiltered,
        isRestrictedEquipment: false,
        isRestrictedProcedures: false,
        equipmentTypes: [],
        procedureTypes: [],
        locationTypes: [],
        data: {
          chapters: [
            {
              title: 'One',
              items: [
                { id: item.id, name: 'Card', showHistory: true, width: 6, data: { filters } },
              ],
            },
          ],
        },
      },
    }),
  )
  await made(
    testApp.call(admin, dashboards.addDashboardUsers, {
      params: { dashboardId: board.id },
      body: { data: [testApp.here.users.technician] },
    }),
  )
  return { item, board }
}

/** Every row behind a number, page by page. */
async function allRows(token: string, id: number, itemId: number, ask: Record<string, unknown>) {
  const first = await made(
    testApp.call(token, dashboards.listCardDetails, { params: { id, itemId, limit: 100, ...ask } }),
  )
  const rows = [...first.rows]
  while (rows.length < first.count - first.beyondRights)
    rows.push(
      ...(
        await made(
          testApp.call(token, dashboards.listCardDetails, {
            params: { id, itemId, limit: 100, offset: rows.length, ...ask },
          }),
        )
      ).rows,
    )
  return { ...first, rows }
}

describe('a card’s number', () => {
  it('is what the rows behind it say, for any filters, range, day and person', async () => {
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
      { numRuns: 40, seed: 6 },
    )
    let cut = 0
    for (const { filters, type, range, isFiltered, isAdmin, daysAgo } of cases) {
      const { item, board } = await hang(filters as FilterObject[], type, isFiltered)
      const token = isAdmin ? admin : technician
      const at = new Date(testApp.clock.now().getTime() - daysAgo * 86_400_000)
        .toISOString()
        .slice(0, 10)
      const number = await made(
        testApp.call(token, dashboardItems.getCard, {
          params: { id: item.id, dashboardId: board.id, range, at },
        }),
      )
      const behind = await allRows(token, board.id, item.id, { range, at })
      const question = JSON.stringify({ filters, type, range, at, isFiltered, isAdmin })
      expect(behind.count, question).toBe(number.counted)
      expect(behind.value, question).toEqual(number.value)
      expect(behind.rows.length, question).toBe(behind.count - behind.beyondRights)
      expect(new Set(behind.rows.map(({ id }) => id)).size, question).toBe(behind.rows.length)
      cut += behind.beyondRights + number.beyondRights
      if (behind.beyondRights > 0) continue // the rest of the sum is not this person's to see
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
        (['done', 'notDone'] as const).map((part) =>
          allRows(token, board.id, item.id, { range, at, part }),
        ),
      )
      if (type === 'scheduleDone')
        expect(
          parts.map(({ count }) => count),
          question,
        ).toEqual([number.done, number.notDone])
    }
    expect(cut).toBeGreaterThan(0)
  })

  it('lies in the days of the company’s zone, whichever day that is elsewhere', async () => {
    const { item, board } = await hang([], 'averageScore')
    const behind = await allRows(admin, board.id, item.id, { range: 'DAY', at: '2026-11-19' })
    // Asia/Jerusalem is two hours ahead in November.
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

  it('says why there is none: no data yet, nothing matches, no right, source gone', async () => {
    const stateOf = async (token: string, filters: FilterObject[], at?: string) => {
      const { item, board } = await hang(filters, 'averageScore')
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

it('a card is made and changed without a word on its category, which then stays', async () => {
  const body = {
    name: 'Plain',
    type: 'averageScore' as const,
    range: 'YEAR' as const,
    data: { filters: [] },
  }
  const made = await testApp.raw(admin, 'POST', '/api/dashboard-items/', body)
  expect(made.status, 'with the slash of the specification').toBe(200)
  const item = made.body as { id: number; version: number; dashboardCategoryId: number | null }
  expect(item.dashboardCategoryId).toBeNull()
  const category = (
    await testApp.call(admin, dashboardItems.createDashboardCategory, { body: { name: 'Kept' } })
  ).body
  const put = (change: object, version: number) =>
    testApp.raw(admin, 'PUT', `/api/dashboard-items/${item.id}`, { ...body, ...change, version })
  expect((await put({ dashboardCategoryId: category.id }, item.version)).body).toMatchObject({
    dashboardCategoryId: category.id,
  })
  expect((await put({ name: 'Plainer' }, item.version + 1)).body).toMatchObject({
    name: 'Plainer',
    dashboardCategoryId: category.id,
  })
})

describe('a dashboard', () => {
  it('is not there for someone it is not shared with, nor is its card', async () => {
    const { item, board } = await hang([], 'averageScore')
    const staff = await testApp.signIn('staff')
    expect(
      (await testApp.call(staff, dashboards.getDashboard, { params: { id: board.id } })).status,
    ).toBe(404)
    expect(
      (await testApp.call(staff, dashboardItems.getCard, { params: { id: item.id } })).status,
    ).toBe(404)
    expect(
      (
        await testApp.call(staff, dashboards.listCardDetails, {
          params: { id: board.id, itemId: item.id },
        })
      ).status,
    ).toBe(404)
    expect(
      (await testApp.call(technician, dashboards.getDashboard, { params: { id: board.id } }))
        .status,
    ).toBe(200)
  })

  it('refuses a stale save and shows what stands there', async () => {
    const { board } = await hang([], 'averageScore')
    const {
      id,
      version,
      sharedWith: _shared,
      createdAt: _made,
      updatedAt: _at,
      data: _data,
      ...facts
    } = board
    const save = (name: string) =>
      testApp.call(admin, dashboards.updateDashboard, {
        params: { id },
        body: { ...facts, name, data: { chapters: [] }, version },
      })
    expect((await save('Mine')).status).toBe(200)
    const late = await save('Yours')
    expect(late).toMatchObject({ status: 409, body: { current: { name: 'Mine' } } })
  })

  it('keeps a card that hangs elsewhere, and takes away one that does not', async () => {
    const { item, board } = await hang([], 'averageScore')
    const copy = await made(
      testApp.call(admin, dashboardItems.cloneDashboardItem, {
        params: { id: item.id },
        body: { dashboardId: board.id, name: 'Copy' },
      }),
    )
    const cards = async () =>
      (
        await made(testApp.call(admin, dashboards.getDashboard, { params: { id: board.id } }))
      ).data.chapters[0]?.items.map(({ name }) => name)
    expect(await cards()).toEqual(['Card', 'Copy'])
    expect(
      await made(
        testApp.call(admin, dashboardItems.deleteDashboardItem, {
          params: { id: copy.id, dashboardId: board.id },
        }),
      ),
    ).toEqual({ deleted: true })
    expect(await cards()).toEqual(['Card'])
    expect(
      (await testApp.call(admin, dashboardItems.getDashboardItem, { params: { id: copy.id } }))
        .status,
    ).toBe(404)
  })

  it('keeps every card that is hung or taken away at one moment', async () => {
    const { item, board } = await hang([], 'averageScore')
    const copy = (name: string) =>
      made(
        testApp.call(admin, dashboardItems.cloneDashboardItem, {
          params: { id: item.id },
          body: { dashboardId: board.id, name },
        }),
      )
    const names = Array.from({ length: 16 }, (_, index) => `Copy ${String(index + 10)}`)
    const copies = await Promise.all(names.map(copy))
    await Promise.all([
      copy('Copy 99'),
      ...copies.slice(0, 3).map(({ id }) =>
        made(
          testApp.call(admin, dashboardItems.deleteDashboardItem, {
            params: { id, dashboardId: board.id },
          }),
        ),
      ),
    ])
    const { data } = await made(
      testApp.call(admin, dashboards.getDashboard, { params: { id: board.id } }),
    )
    expect(data.chapters[0]?.items.map(({ name }) => name).toSorted()).toEqual([
      'Card',
      ...names.slice(3),
      'Copy 99',
    ])
  })

  it('tells what a person would see on it', async () => {
    const monitor = world.things.filter(({ typeId }) => typeId === world.types[1]?.id)
    const { board } = await hang([{ equipmentIds: monitor.map(({ id }) => id) }], 'averageScore')
    const check = await made(
      testApp.call(admin, dashboards.checkDashboardShare, {
        params: { dashboardId: board.id, userId: testApp.here.users.technician },
      }),
    )
    expect(check.seesData).toBe(0)
    expect(check.cards[0]?.beyondRights).toBeGreaterThan(0)
  })

  it('counts by the item that took another’s place', async () => {
    const create = async (name: string) =>
      (
        await made(
          testApp.call(admin, contract.referenceLists.createTag, {
            body: { name, colour: 'blue' },
          }),
        )
      ).id
    const [old, next] = [await create('Old'), await create('Next')]
    const { item } = await hang([{ tagIds: [old] }], 'averageScore')
    const uses = (id: typeof old) =>
      testApp.call(admin, contract.referenceLists.listTagUses, {
        params: { id },
        body: { limit: 10 },
      })
    expect((await uses(old)).body.rows).toMatchObject([
      { kind: 'dashboardItem', id: item.id, holds: false },
    ])
    await made(
      testApp.call(admin, contract.referenceLists.replaceTag, {
        params: { id: old },
        body: { by: next },
      }),
    )
    expect(
      (
        await made(
          testApp.call(admin, dashboardItems.getDashboardItem, { params: { id: item.id } }),
        )
      ).data.filters,
    ).toEqual([{ tagIds: [next] }])
    expect((await uses(next)).body.rows).toMatchObject([{ kind: 'dashboardItem', id: item.id }])
  })

  it('publishes numbers of the whole company only by who sees the whole company', async () => {
    await asSystem(testApp.pool, (db) =>
      db
        .update(user)
        .set({ allEquipment: false, equipmentTypeIds: [] })
        .where(and(eq(user.companyId, testApp.here.id), eq(user.id, testApp.here.users.manager))),
    )
    const manager = await testApp.signIn('manager')
    const body = {
      name: 'Wide',
      isFiltered: false,
      isRestrictedEquipment: false,
      isRestrictedProcedures: false,
      equipmentTypes: [],
      procedureTypes: [],
      locationTypes: [],
      data: { chapters: [] },
    }
    expect((await testApp.call(manager, dashboards.createDashboard, { body })).status).toBe(403)
    expect(
      (
        await testApp.call(manager, dashboards.createDashboard, {
          body: { ...body, isFiltered: true },
        })
      ).status,
    ).toBe(200)
  })

  it('groups its cards by words that are renamed and taken away knowing who has them', async () => {
    const category = await made(
      testApp.call(admin, dashboardItems.createDashboardCategory, { body: { name: 'Hygiene' } }),
    )
    const item = await made(
      testApp.call(admin, dashboardItems.createDashboardItem, {
        body: {
          name: 'Hands',
          dashboardCategoryId: category.id,
          type: 'averageScore',
          range: 'YEAR',
          data: { filters: [] },
        },
      }),
    )
    const listed = async () =>
      (await made(testApp.call(admin, dashboardItems.listDashboardCategories, {}))).rows.find(
        ({ id }) => id === category.id,
      )
    expect(await listed()).toMatchObject({ name: 'Hygiene', cards: 1 })
    const rename = (name: string) =>
      testApp.call(admin, dashboardItems.updateDashboardCategory, {
        params: { id: category.id },
        body: { name, version: category.version },
      })
    expect((await made(rename('Clean hands'))).name).toBe('Clean hands')
    expect((await rename('Late')).status).toBe(409)
    expect(
      (
        await made(
          testApp.call(admin, dashboardItems.getDashboardItem, { params: { id: item.id } }),
        )
      ).category,
    ).toBe('Clean hands')
    expect(
      await made(
        testApp.call(admin, dashboardItems.deleteDashboardCategory, {
          params: { id: category.id },
        }),
      ),
    ).toEqual({ cards: 1 })
    expect(
      (
        await made(
          testApp.call(admin, dashboardItems.getDashboardItem, { params: { id: item.id } }),
        )
      ).category,
    ).toBeNull()
    expect(await listed()).toBeUndefined()
  })

  it('is found by a few letters by those who may open it', async () => {
    await hang([], 'averageScore')
    const boards = async (token: string) =>
      (await made(testApp.call(token, contract.search.search, { params: { q: 'board' } }))).some(
        ({ kind }) => kind === 'dashboard',
      )
    expect(await boards(admin)).toBe(true)
    expect(await boards(await testApp.signIn('staff'))).toBe(false)
  })

  it('says what is wrong with what cannot be asked, and where', async () => {
    const preview = (body: object) =>
      testApp.raw(admin, 'POST', '/api/dashboard-items/get-card', {
        type: 'averageScore',
        range: 'YEAR',
        data: { filters: [] },
        ...body,
      })
    const foreign = await asSystem(testApp.pool, async (db) => {
      const [type] = await db
        .insert(equipmentType)
        .values({ companyId: testApp.there.id, name: 'Theirs' })
        .returning()
      return (
        (
          await db
            .insert(equipment)
            .values({ companyId: testApp.there.id, name: 'Theirs', typeId: type?.id ?? never() })
            .returning()
        )[0]?.id ?? never()
      )
    })
    const refused = async (body: object, status: number, path: string) => {
      const answer = await preview(body)
      expect(answer.status, path).toBe(status)
      // there may be more to say of it
      expect((answer.body as { errors: { path: string }[] }).errors[0]?.path).toBe(path)
    }
    await refused({ range: 'DECADE' }, 400, 'body.range')
    await refused({ type: 'mood' }, 400, 'body.type')
    await refused({ at: '2026-13-01' }, 400, 'body.at')
    await refused({ at: 'NaN' }, 400, 'body.at')
    await refused(
      { data: { filters: [{ equipmentIds: [foreign] }] } },
      404,
      'body.data.filters.equipmentIds',
    )
    await refused(
      { data: { filters: [{ equipmentIds: [Number.NaN] }] } },
      400,
      'body.data.filters.0.equipmentIds.0',
    )
    await refused(
      {
        data: {
          filters: [{ equipmentIds: Array.from({ length: 501 }, (_each, index) => index + 1) }],
        },
      },
      400,
      'body.data.filters.0.equipmentIds',
    )
    await refused(
      {
        data: {
          filters: [
            { equipmentIds: Array.from({ length: 500 }, (_each, index) => index + 1_000_000) },
          ],
        },
      },
      404,
      'body.data.filters.equipmentIds',
    )
    await refused({ data: { filters: [{ moods: [1] }] } }, 400, 'body.data.filters.0')
    const save = (filters: object[]) =>
      testApp.raw(admin, 'POST', '/api/dashboard-items', {
        name: 'Card',
        dashboardCategoryId: null,
        type: 'averageScore',
        range: 'YEAR',
        data: { filters },
      })
    expect(await save([{ equipmentIds: [foreign] }])).toMatchObject({
      status: 404,
      body: { errors: [{ path: 'body.data.filters.equipmentIds' }] },
    })
  })
})
