/**
 * Section 7 of the specification, call by call: verb and path as written there, not as the contract
 * has them. Each is answered, and grants what the section names.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
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

interface Call {
  verb: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  /** Expected status. Omit for success. */
  status?: number
}
const call = (
  verb: Call['verb'],
  path: string,
  body?: unknown,
  refusal: Pick<Call, 'status'> = {},
): Call => ({ verb, path, body, ...refusal })

const filters: never[] = []
const card = { name: 'New', type: 'averageScore', range: 'YEAR', data: { filters } }
const year = [{ from: '2026-01-01', to: '2026-12-31' }]
const rule = () => ({
  name: 'Every day',
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
})
const board = {
  name: 'New board',
  isFiltered: false,
  isRestrictedEquipment: false,
  isRestrictedProcedures: false,
  equipmentTypes: [],
  procedureTypes: [],
  locationTypes: [],
  data: { chapters: [] },
}
const widget = {
  id: 'w1',
  kind: 'singleNumber',
  title: 'Score',
  icon: 'chart',
  info: '',
  width: 6,
  height: 2,
  dataSource: {
    measure: 'averageScore',
    range: 'YEAR',
    filter: {},
    groupBy: 'period',
    compare: false,
  },
}
const dynamicBoard = { title: 'New', icon: 'gauge', structure: { widgets: [widget] } }

/** Calls in the order of the section. Deleted rows were created for the test. */
const publicCalls: Call[] = [
  call(
    'POST',
    '/api/public/login',
    { email: 'administrator@here.test', password: 'not this' },
    {
      status: 400,
    },
  ),
  call('POST', '/api/public/login-options', { email: 'administrator@here.test' }),
  call('POST', '/api/public/request-otp', { email: 'administrator@here.test' }),
  call(
    'POST',
    '/api/public/login-otp',
    { code: '000000', email: 'administrator@here.test', source: 'web' },
    { status: 400 },
  ),
  call('POST', '/api/public/reset-password', { email: 'administrator@here.test' }),
  call(
    'POST',
    '/api/public/set-new-password',
    { token: 'x'.repeat(43), password: 'quite-a-long-passphrase-27' },
    { status: 400 },
  ),
  call('POST', '/api/public/login-auth0/', { source: 'nobody' }, { status: 401 }),
  call('POST', '/api/public/login-sso/', { source: 'nobody' }, { status: 401 }),
]

it.each(publicCalls)('the call $verb $path is public', async ({ verb, path, body, status }) => {
  const answer = await testApp.raw(null, verb, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(status ?? 200)
})

const idOf = async (verb: Call['verb'], path: string, body: unknown) =>
  ((await testApp.raw(admin, verb, path, body)).body as { id: number }).id

const guardedCalls = async (): Promise<Call[]> => {
  const rights = `/api/dashboard-permissions/${own.dashboard}`
  const made = await idOf('POST', '/api/rrules', rule())
  const [spare, other, hung] = await Promise.all(
    [1, 2, 3].map(() =>
      idOf('POST', `/api/dashboard-items/${own.dashboardItem}/clone`, {
        dashboardId: own.dashboard,
        name: 'Copy',
      }),
    ),
  )
  const many = { equipmentIds: [own.equipment], statusId: own.equipmentStatus }
  const dynamic = await idOf('POST', '/api/dynamic-dashboards', dynamicBoard)
  return [
    // the section does not specify the verbs of these two
    call('GET', '/api/token-check'),
    call('GET', '/api/map/token'),

    call('POST', '/api/progress-maps/bulk-update-equipment-status', {
      ...many,
      progressMapId: own.progressMap,
    }),
    call('POST', '/api/equipment/bulk-update-status', many),

    call('POST', `/api/dashboard-items/${own.dashboardItem}/clone`, {
      dashboardId: own.dashboard,
      name: 'Another',
    }),
    call('DELETE', `/api/dashboard-items/${spare}?dashboardId=${own.dashboard}`),
    call('DELETE', `/api/dashboard-items/${other}`),
    ...['role', 'user'].flatMap((whom) => [
      call('GET', `${rights}/${whom}`),
      call('POST', `${rights}/${whom}`, { data: [whom === 'role' ? own.role : own.user] }),
      call('DELETE', `${rights}/${whom}`, { data: [whom === 'role' ? own.role : own.user] }),
    ]),

    call('GET', `/api/rrules/${own.rrule}`),
    call('PUT', `/api/rrules/${own.rrule}`, rule()),
    call('DELETE', `/api/rrules/${made}`),
    call('POST', '/api/rrules', rule()),
    call('POST', '/api/rrules/get', {
      equipmentStatusIds: [own.equipmentStatus],
      procedureIds: [own.procedure],
    }),
    call('POST', '/api/rrules/included-equipment', {
      rruleData: { equipmentIds: [own.equipment] },
      objects: 'equipment',
    }),
    call('GET', `/api/rrules/procedure/${own.procedure}`),
    call('GET', '/api/rrules/rrule-group'),

    call('POST', '/api/equipment/get-for-map', {}),
    call('GET', '/api/external-api/api-keys'),

    call('GET', `/api/dynamic-dashboards/${dynamic}`),
    call('GET', `/api/dynamic-dashboards/${dynamic}/editor`),
    call('GET', `/api/dynamic-dashboards/${dynamic}/widgets/w1`),
    call('POST', '/api/dynamic-dashboards', dynamicBoard),
    call('PUT', `/api/dynamic-dashboards/${dynamic}`, dynamicBoard),

    call('GET', `/api/dashboards/${own.dashboard}`),
    call('POST', '/api/dashboards', board),
    call('GET', `/api/dashboards/${own.dashboard}/item/${hung}/details`),
    call('PUT', `/api/dashboards/${own.dashboard}`, board),

    call('GET', `/api/dashboard-items/${own.dashboardItem}/card`),
    call('GET', `/api/dashboard-items/${own.dashboardItem}`),
    call('GET', '/api/dashboard-items'),
    call('GET', '/api/dashboard-items/list'),
    call('POST', '/api/dashboard-items', card),
    call('PUT', `/api/dashboard-items/${own.dashboardItem}`, card),
    call('POST', '/api/dashboard-items/get-card', {
      type: card.type,
      range: card.range,
      data: card.data,
    }),
    call('POST', '/api/dashboard-items/equipment-procedures-ids', { filters }),
    call('POST', '/api/dashboard-items/equipment-procedures-details', {
      type: card.type,
      range: card.range,
      data: card.data,
    }),

    call('GET', `/api/equipment/${own.equipment}`),
    call('PUT', `/api/equipment/${own.equipment}`, { name: 'Renamed' }),
    call('POST', '/api/equipment/get', {}),
    call('POST', '/api/equipment/get-tiny', {}),
    call('POST', '/api/equipment/get-tree-for-fellow', {}),
    call('POST', '/api/equipment/get-fellow', {}),
    call('GET', '/api/equipment/user-permitted-types'),
    call('GET', '/api/equipment-metadata'),
    call('GET', '/api/equipment-metadata-types'),
    call('GET', '/api/fellow-equipment-types'),

    call('GET', '/api/equipment-statuses'),
    call('GET', `/api/equipment-statuses/${own.equipmentStatus}`),
    call('GET', `/api/equipment-statuses/${own.equipmentStatus}/related-procedures`),
    call('GET', `/api/equipment-statuses/${own.equipmentStatus}/related-progressmaps`),

    call('GET', '/api/equipment-tree'),
    call('GET', '/api/location-tree'),
    call('GET', '/api/procedure-tree'),
    call('GET', '/api/tags'),
    call('POST', '/api/inventory-tree', {}),
    call('POST', '/api/inventories/get', { procedureId: own.procedure }),

    call('GET', '/api/iot/gateway-types'),
    call('GET', '/api/iot/gateways'),
    call('GET', '/api/iot/sensor-types'),
    call('GET', '/api/iot/sensors'),

    call('GET', '/api/rtls/beacons'),
    call('POST', '/api/rtls/get-equipment-in-coordinates', {
      floorId: own.floor,
      outline: {
        type: 'Polygon',
        coordinates: [
          [
            [8, 50],
            [8.001, 50],
            [8.001, 50.001],
            [8, 50],
          ],
        ],
      },
    }),
    call('POST', '/api/rtls/get-last-seen-all-equipment', {}),
    ...['get-history-of-equipment-id', 'get-last-locations-of-equipment-id'].map((last) =>
      call('POST', `/api/rtls/${last}`, { equipmentId: own.equipment }),
    ),
    call('POST', '/api/rtls/get-triangulation-logs', { equipmentId: own.equipment }),

    call('POST', '/api/reports/metrics', {
      name: 'temperature',
      tags: {},
      ranges: year,
      step: 86_400,
    }),
    call('POST', '/api/reports/metrics-change-value', {
      name: 'waterLeak',
      tags: {},
      ranges: year,
    }),
    call('POST', '/api/reports/distributions', {
      distributionBy: 'equipment',
      filter: {},
      ranges: year,
      type: 'performances',
    }),

    call('GET', '/api/org-entities'),
    call('GET', `/api/procedures/${own.procedure}`),
    call('PUT', `/api/procedures/${own.procedure}`, { triggeredEvents: [] }),
    call('GET', '/api/procedures/roles-users'),
    call('GET', '/api/procedures/api-hooks'),
    call('GET', `/api/procedure-logs/${own.procedureLog}/get-url-of-signed-log`, undefined, {
      status: 404,
    }),

    call('GET', `/api/survey-questions/${own.surveyQuestion}`),
    call('PUT', `/api/survey-questions/${own.surveyQuestion}`, { title: 'Renamed?' }),

    call('POST', '/api/ticket-states/get', {}),
    call('POST', '/api/ticket-states/get', { ticketTypeId: own.ticketType }),
    call('GET', '/api/ticket-types'),
    call('GET', '/api/ticket-assign-rules'),
    call('GET', '/api/companies/get-tiny'),
    call('POST', '/api/locations/get-tiny', {}),
    call('GET', '/api/locations/user-permitted-types'),
    call('GET', '/api/validation-types'),
  ]
}

it('GET /api/dashboard-items/list answers the cards that GET /api/dashboard-items answers', async () => {
  const [list, plain] = await Promise.all(
    ['/list', ''].map((end) => testApp.raw(admin, 'GET', `/api/dashboard-items${end}`)),
  )
  expect(list?.status).toBe(200)
  expect(list?.body).toEqual(plain?.body)
})

it('a call with the prefix m/ of the mobile variant is answered as without it', async () => {
  const mobile = await testApp.raw(admin, 'GET', `/m/api/equipment/${own.equipment}?x=1`)
  expect(mobile.status).toBe(200)
  expect(mobile.body).toMatchObject({ id: own.equipment })
  expect(mobile.headers['cache-control']).toBe('no-store')
  const login = await testApp.raw(null, 'POST', '/m/api/public/login-options', {
    email: 'administrator@here.test',
  })
  expect(login.status).toBe(200)
})

it('every guarded call answers at its path and verb', async () => {
  const refused: string[] = []
  for (const { verb, path, body, status } of await guardedCalls()) {
    const answer = await testApp.raw(admin, verb, path, body)
    const isAsExpected = status === undefined ? answer.status < 300 : answer.status === status
    if (!isAsExpected)
      refused.push(`${verb} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
  }
  expect(refused).toEqual([])
})
