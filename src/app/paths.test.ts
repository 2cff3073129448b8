import { expect, it } from 'vitest'
import titles from '../../locales/en/titles.json'
import { journalOf, pathTo, routes, safeNext, type RouteName } from '#lib/paths.ts'
import { screens } from './screens.ts'
import { routeTitles } from './titles.ts'

const names = Object.keys(routes) as RouteName[]

it('paths list every address of the product', () => {
  expect(Object.fromEntries(names.map((name) => [name, routes[name].path]))).toMatchSnapshot()
})

it('paths include every path of the specification', () => {
  const asked =
    `/external-api/api-keys /auth0-callback /auth-callback /login /logout /reset-password /automation-center /iot/import /iot/gateways
    /iot/gateway-types /iot/sensors /iot/sensor-types /dashboard /dashboard-item /dynamic-dashboards /equipment /equipment-status /equipment-heatmap
    /equipment-schedules /fellow-equipment /fellow-equipment-type /filter-object-editor /journal /logic-dependency /management /mapping /mobile-mapping
    /metrics /metrics-changes-value /nearest-equipment /nearest-all-equipment /nearest-equipment-history /org-entities /procedure /procedure-log
    /related-card /report /rrule /signed-log /tickets /ticket-center /triggered-events`.split(/\s+/)
  const paths = names.map((name) => routes[name].path.replace(/\/:\w+\??/g, ''))
  expect(
    asked.filter((path) => !paths.some((known) => known === path || known.startsWith(`${path}/`))),
  ).toEqual([])
})

it('paths fill parameters, leave optional ones out, and add a query', () => {
  expect(pathTo('procedurePerform', { procedureId: 3 })).toBe('/procedure/3/perform')
  expect(pathTo('equipmentHeatmap', {})).toBe('/equipment-heatmap')
  expect(pathTo('equipment', undefined, { id: 12, search: undefined })).toBe('/equipment?id=12')
  expect(pathTo('entityJournal', { entity: 'a/b', entityId: 1 })).toBe('/a%2Fb/1/journal')
})

it('paths append /journal to what has one', () => {
  expect(journalOf('/tickets/7//')).toBe('/tickets/7/journal')
})

it('the sign-in page follows only its own addresses after signing in', () => {
  expect(safeNext('/tickets?id=3')).toBe('/tickets?id=3')
  expect(safeNext('/tickets#comments')).toBe('/tickets#comments')
  const foreign = [
    null,
    '',
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:1',
    '/\t/elsewhere.example',
    '/\n\\elsewhere.example',
    '/\r/elsewhere.example',
    '/.//elsewhere.example',
    '/a/..//elsewhere.example',
    '//',
    '///',
    '/logout',
  ]
  for (const next of foreign) expect(safeNext(next), JSON.stringify(next)).toBe('/')
})

it('paths have a title for every route', () => {
  expect(names.filter((name) => !(routeTitles[name] in titles))).toEqual([])
})

it('paths have a screen for every route', () => {
  expect(names.filter((name) => !(name in screens))).toEqual([])
})
