/**
 * Tests a client written from section 7 of the specification alone: the server accepts its input.
 * Where it cannot send back a value that it read, the journal can.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { JournalEntity } from '#contract/journal/journal.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import type { TestApp } from './testApp.ts'

let testApp: TestApp
let admin: string
let own: Fixtures
beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const read = async (path: string) =>
  (await testApp.raw(admin, 'GET', path)).body as Record<string, unknown>
const lastEntry = async (entity: JournalEntity, entityId: number) =>
  (
    await testApp.call(admin, contract.journal.listJournal, {
      body: { entity, entityId, limit: 1 },
    })
  ).body.rows[0]
const without = (row: Record<string, unknown>, ...keys: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)))

interface Put {
  what: string
  path(): string
  entity: JournalEntity
  id(): number
  change(row: Record<string, unknown>): object
}
const puts: Put[] = [
  {
    what: 'equipment',
    path: () => `/api/equipment/${own.equipment}`,
    entity: 'equipment',
    id: () => own.equipment ?? 0,
    change: () => ({ name: 'Renamed pump' }),
  },
  {
    what: 'a rule',
    path: () => `/api/rrules/${own.rrule}`,
    entity: 'rrule',
    id: () => own.rrule ?? 0,
    change: () => ({
      name: 'Renamed rule',
      procedureId: own.procedure,
      rruleData: { equipmentIds: [own.equipment] },
      objects: 'equipment',
      kind: 'specific',
      rule: 'FREQ=DAILY',
      every: null,
      restartAfter: null,
      repeatCount: null,
      start: '2026-11-01T08:00',
      end: null,
      deadline: { kind: 'endOfDay' },
      reminder: null,
      onHoliday: 'keep',
      onNonWorkingDay: 'keep',
      whenOverdue: 'keepOpen',
      userIds: [],
      roleIds: [],
      isActive: true,
    }),
  },
  {
    what: 'a dynamic dashboard',
    path: () => `/api/dynamic-dashboards/${own.dynamicDashboard}`,
    entity: 'dynamicDashboard',
    id: () => own.dynamicDashboard ?? 0,
    change: (row) => ({
      ...without(row, 'id', 'version', 'createdAt', 'updatedAt'),
      title: 'Renamed',
    }),
  },
  {
    what: 'a dashboard',
    path: () => `/api/dashboards/${own.dashboard}`,
    entity: 'dashboard',
    id: () => own.dashboard ?? 0,
    change: () => ({
      name: 'Renamed',
      isFiltered: false,
      isRestrictedEquipment: false,
      isRestrictedProcedures: false,
      equipmentTypes: [],
      procedureTypes: [],
      locationTypes: [],
      data: { chapters: [] },
    }),
  },
  {
    what: 'a card',
    path: () => `/api/dashboard-items/${own.dashboardItem}`,
    entity: 'dashboardItem',
    id: () => own.dashboardItem ?? 0,
    change: () => ({ name: 'Renamed', type: 'averageScore', range: 'YEAR', data: { filters: [] } }),
  },
  {
    what: 'a procedure',
    path: () => `/api/procedures/${own.procedure}`,
    entity: 'procedure',
    id: () => own.procedure ?? 0,
    change: () => ({ name: 'Renamed check' }),
  },
  {
    what: 'a question',
    path: () => `/api/survey-questions/${own.surveyQuestion}`,
    entity: 'procedure',
    id: () => own.procedure ?? 0,
    change: () => ({ title: 'Renamed question?' }),
  },
]

describe.each(puts)('a PUT of section 7 for $what', ({ path, entity, id, change }) => {
  it('is accepted without a version, and its history says so', async () => {
    const before = await read(path())
    const answer = await testApp.raw(admin, 'PUT', path(), change(before))
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(await lastEntry(entity, id())).toMatchObject({ change: 'updated', isOverwriting: true })
  })

  it('is refused with an old version, and accepted with the present one', async () => {
    const { version } = (await read(path())) as { version: number }
    const whole = change(await read(path()))
    expect(
      await testApp.raw(admin, 'PUT', path(), { ...whole, version: version - 1 }),
    ).toMatchObject({ status: 409, body: { errors: [{ code: 'staleVersion' }] } })
    const next = 'title' in whole ? { ...whole, title: 'Again' } : { ...whole, name: 'Again' }
    const answer = await testApp.raw(admin, 'PUT', path(), { ...next, version })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(await lastEntry(entity, id())).toMatchObject({ change: 'updated', isOverwriting: false })
  })
})

it('two writes without a version both succeed, the last one last', async () => {
  const names = ['First word', 'Last word']
  const answers = await Promise.all(
    names.map((name) => testApp.raw(admin, 'PUT', `/api/equipment/${own.equipment}`, { name })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

it('an object of another company is not found, with a version or without', async () => {
  const stranger = await testApp.signIn('administrator', 'there')
  for (const { path, change } of puts)
    expect((await testApp.raw(stranger, 'PUT', path(), change(await read(path())))).status).toBe(
      404,
    )
})

it('a widget says what it is beside its numbers: bars by series into categories of one value', async () => {
  const widget = (id: string, kind: 'barChart' | 'singleNumber') => ({
    id,
    kind,
    title: `Title of ${id}`,
    icon: 'chart' as const,
    info: `About ${id}`,
    width: 6,
    height: 2,
    dataSource: {
      measure: 'averageScore' as const,
      range: 'YEAR' as const,
      filter: {},
      groupBy: 'procedure' as const,
      compare: true,
    },
  })
  const board = (
    await testApp.call(admin, contract.dynamicDashboards.createDynamicDashboard, {
      body: {
        title: 'Board',
        icon: 'gauge',
        structure: { widgets: [widget('w1', 'barChart'), widget('w2', 'singleNumber')] },
      },
    })
  ).body
  const bars = await read(`/api/dynamic-dashboards/${board.id}/widgets/w1`)
  expect(bars).toMatchObject({
    id: 'w1',
    title: 'Title of w1',
    icon: 'chart',
    info: 'About w1',
    dataSource: { measure: 'averageScore', groupBy: 'procedure' },
    dataSourceInfo: { measure: 'averageScore', counted: 1 },
  })
  expect(bars['data']).toMatchObject([
    { series: 'now', categories: [{ name: 'Again', value: 100 }] },
    { series: 'before', categories: [] },
  ])
  expect(await read(`/api/dynamic-dashboards/${board.id}/widgets/w2`)).toMatchObject({
    id: 'w2',
    data: 100,
  })
})

it('PUT /api/equipment/{id} with a null position takes the equipment off the map, and a stranger cannot', async () => {
  const path = `/api/equipment/${own.equipment}`
  const floorId = own.floor
  const placed = await testApp.raw(admin, 'PUT', `/api/rtls/places/${own.equipment}`, {
    floorId,
    longitude: 14.0001,
    latitude: 50.0001,
  })
  expect(placed.status, JSON.stringify(placed.body)).toBe(200)
  const before = await read(path)
  expect(before['position']).toMatchObject({ floorId })

  const stranger = await testApp.signIn('administrator', 'there')
  expect((await testApp.raw(stranger, 'PUT', path, { position: null })).status).toBe(404)
  expect((await testApp.raw(admin, 'PUT', path, { name: 'Not moved' })).body).toMatchObject({
    position: before['position'],
  })

  const cleared = await testApp.raw(admin, 'PUT', path, { position: null })
  expect(cleared.status).toBe(200)
  expect(cleared.body).toMatchObject({ position: null, location: before['location'] })
  expect(await read(path)).toMatchObject({ position: null, location: before['location'] })
  expect(await lastEntry('equipment', own.equipment ?? 0)).toMatchObject({
    changes: [{ field: 'mapPosition' }],
  })
})
