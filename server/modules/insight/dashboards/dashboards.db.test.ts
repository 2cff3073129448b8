import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { createDashboardFixtures, made, never, placeCard } from '#tests/dashboardFixtures.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { dashboards, dashboardItems } = contract
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

it('a card is created and changed without its category, which then stays', async () => {
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
  it('is not found by a user it is not shared with, nor is its card', async () => {
    const { item, board } = await placeCard(testApp, admin, [], 'averageScore')
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

  it('refuses a stale save and answers the stored version', async () => {
    const { board } = await placeCard(testApp, admin, [], 'averageScore')
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

  it('keeps a card that another dashboard has, and deletes one that none has', async () => {
    const { item, board } = await placeCard(testApp, admin, [], 'averageScore')
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

  it('keeps every card that is added or removed at one moment', async () => {
    const { item, board } = await placeCard(testApp, admin, [], 'averageScore')
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

  it('says what a user would see on it', async () => {
    const monitor = world.things.filter(({ typeId }) => typeId === world.types[1]?.id)
    const { board } = await placeCard(
      testApp,
      admin,
      [{ equipmentIds: monitor.map(({ id }) => id) }],
      'averageScore',
    )
    const check = await made(
      testApp.call(admin, dashboards.checkDashboardShare, {
        params: { dashboardId: board.id, userId: testApp.here.users.technician },
      }),
    )
    expect(check.seesData).toBe(0)
    expect(check.cards[0]?.beyondRights).toBeGreaterThan(0)
  })

  it('counts by the entry that replaced another', async () => {
    const create = async (name: string) =>
      (
        await made(
          testApp.call(admin, contract.referenceLists.createTag, {
            body: { name, colour: 'blue' },
          }),
        )
      ).id
    const [old, next] = [await create('Old'), await create('Next')]
    const { item } = await placeCard(testApp, admin, [{ tagIds: [old] }], 'averageScore')
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

  it('publishes numbers of the whole company only for a user who sees the whole company', async () => {
    await asSystem(testApp.pool, (db) =>
      db
        .update(tables.user)
        .set({ allEquipment: false, equipmentTypeIds: [] })
        .where(
          ofCompany(tables.user, testApp.here.id, eq(tables.user.id, testApp.here.users.manager)),
        ),
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

  it('groups its cards by categories that are renamed, and removed with a list of their users', async () => {
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

  it('is found by a few characters by those who may open it', async () => {
    await placeCard(testApp, admin, [], 'averageScore')
    const boards = async (token: string) =>
      (await made(testApp.call(token, contract.search.search, { params: { q: 'board' } }))).some(
        ({ kind }) => kind === 'dashboard',
      )
    expect(await boards(admin)).toBe(true)
    expect(await boards(await testApp.signIn('staff'))).toBe(false)
  })

  it('names the path of a question that is invalid', async () => {
    const preview = (body: object) =>
      testApp.raw(admin, 'POST', '/api/dashboard-items/get-card', {
        type: 'averageScore',
        range: 'YEAR',
        data: { filters: [] },
        ...body,
      })
    const foreign = await asSystem(testApp.pool, async (db) => {
      const [type] = await db
        .insert(tables.equipmentType)
        .values({ companyId: testApp.there.id, name: 'Theirs' })
        .returning()
      return (
        (
          await db
            .insert(tables.equipment)
            .values({ companyId: testApp.there.id, name: 'Theirs', typeId: type?.id ?? never() })
            .returning()
        )[0]?.id ?? never()
      )
    })
    const refused = async (body: object, status: number, path: string) => {
      const answer = await preview(body)
      expect(answer.status, path).toBe(status)
      // there may be further errors
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
