import { matchRoutes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { hasValidIds, routes, type RouteName } from '#lib/paths.ts'
import { journalAt, journalRequestFrom } from './journalRequestFrom.ts'

const all = (Object.keys(routes) as RouteName[]).map((name) => ({
  id: name,
  path: routes[name].path,
}))
function opened(address: string) {
  const match = matchRoutes(all, address)?.at(-1)
  const route = match?.route.id
  const params = match?.params ?? {}
  const isShown = route !== undefined && hasValidIds(route, params)
  return { route, wanted: isShown ? journalRequestFrom(params, 7) : null }
}

it.each([
  ['/journal', {}],
  ['/automation-center/journal', { entity: 'automation' }],
  ['/dashboard/journal', { entity: 'dashboard' }],
  ['/tickets/journal', { entity: 'ticket' }],
  ['/rrule/journal', { entity: 'rrule' }],
  ['/procedure/journal', { entity: 'procedure' }],
  ['/equipment/journal', { entity: 'equipment' }],
  ['/dashboard-item/journal', { entity: 'dashboardItem' }],
  ['/equipment-status/journal', { entity: 'equipmentStatus' }],
  ['/equipment/12/journal', { entity: 'equipment', entityId: 12 }],
  ['/tickets/7/journal', { entity: 'ticket', entityId: 7 }],
  ['/automation-center/4/journal', { entity: 'automation', entityId: 4 }],
  ['/mapping/journal', { entity: 'building' }],
  ['/inventory/journal', { entity: 'inventoryItem' }],
  ['/external-api/api-keys/journal', { entity: 'apiKey' }],
  ['/iot/gateways/journal', { entity: 'gateway' }],
  ['/iot/sensor-types/journal', { entity: 'sensorType' }],
  ['/management/users/journal', { entity: 'user' }],
  ['/company/7/equipment/journal', { entity: 'equipment' }],
  ['/company/7/equipment/12/journal', { entity: 'equipment', entityId: 12 }],
  ['/company/7/automation-center/journal', { entity: 'automation' }],
])('the journal’s address opens it at %s', (address, wanted) => {
  const { route, wanted: asked } = opened(address)
  expect(route).toMatch(/[jJ]ournal$/)
  expect(asked).toEqual(wanted)
})

it.each([
  '/company/999/equipment/12/journal',
  '/company/999/equipment/journal',
  '/company/07/equipment/12/journal',
  '/equipment/0/journal',
  '/equipment/x/journal',
  '/nothing/journal',
  '/nothing/3/journal',
  '/external-api/3/journal',
  '/iot/import/4/journal',
  '/equipment/api-keys/journal',
])('the journal’s address does not exist at %s', (address) => {
  expect(opened(address).wanted).toBeNull()
})

it.each(['/equipment', '/tickets/7', '/external-api/api-keys', '/mapping', '/automation-center/1'])(
  'the journal link leads to the journal from %s',
  (address) => {
    expect(journalAt(address)).not.toBeNull()
    expect(opened(`${address}/journal`).wanted).toEqual(journalAt(address))
  },
)

it.each(['/', '/journal', '/equipment/journal', '/procedure/new', '/procedure/3/edit', '/report'])(
  'the journal link is missing at %s',
  (address) => expect(journalAt(address)).toBeNull(),
)
