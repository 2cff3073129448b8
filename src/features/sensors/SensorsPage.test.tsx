import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { SensorRow } from '#contract/sensors.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { SensorsPage } from './SensorsPage.tsx'

const server = pretendServer()
const answer = (path: string, body: object) =>
  server.use(http.all(`http://localhost/api/${path}`, () => HttpResponse.json(body)))

const rowOf = (change: object): object => ({
  id: 1,
  name: 'Probe',
  type: { id: 1, name: 'Fridge', metric: 'temperature', unit: '°C', step: 0.1, everyMinutes: 10 },
  deviceId: 'A84041FFFF2657AC',
  equipment: null,
  location: null,
  offset: 0,
  lowerLimit: 2,
  upperLimit: 8,
  limitMinutes: 15,
  isActive: true,
  state: 'ok',
  outsideSince: null,
  value: 4.52,
  measuredAt: '2026-11-20T08:59:00Z',
  lastHeardAt: '2026-11-20T08:59:00Z',
  battery: 90,
  gateway: null,
  recent: [4, null, 4.5],
  version: 1,
  ...change,
})

beforeEach(() =>
  answer('session', {
    user: { id: 1, firstName: 'A', lastName: 'B', name: 'A B', email: 'a@b.test', roles: [] },
    company: {
      id: 7,
      uuid: '0f8f',
      name: 'St. Brigid',
      timezone: 'UTC',
      logoFileId: null,
      weekStart: null,
    },
    language: 'en',
    permissions: [],
    mustSetUpSecondStep: false,
  }),
)

const drawList = async (rows: readonly object[], at = '/iot/sensors') => {
  answer('iot/sensors/get', { count: rows.length, rows })
  await draw(<SensorsPage />, { at, namespaces: ['sensors', 'entities'] })
}

it('the sensors page distinguishes silent, beyond a limit, a leak and never heard', async () => {
  const leak = { ...(rowOf({}) as SensorRow).type, metric: 'waterLeak', unit: '', step: 1 }
  await drawList([
    rowOf({ id: 1, name: 'Calm' }),
    rowOf({ id: 2, name: 'Warm', state: 'tooHigh', value: 9.4 }),
    rowOf({ id: 3, name: 'Quiet', state: 'silent', battery: 8 }),
    rowOf({ id: 4, name: 'New', state: 'noData', value: null, recent: [], lastHeardAt: null }),
    rowOf({ id: 5, name: 'Floor', state: 'tooHigh', value: 1, type: leak }),
  ])
  const line = (name: RegExp) => screen.findByRole('row', { name })
  expect(await line(/Calm/)).toHaveTextContent(/4\.5 °C.*In order/)
  expect(await line(/Warm/)).toHaveTextContent(/9\.4 °C.*Too high/)
  expect(await line(/Quiet/)).toHaveTextContent(/Silent.*8%/)
  expect(await line(/New/)).toHaveTextContent(/No data yet.*Never/)
  expect(await line(/Floor/)).toHaveTextContent(/Wet.*Leak/)
  expect(
    within(await line(/Calm/)).getByRole('img', { name: 'Last 24 hours: 4.0 °C to 4.5 °C' }),
  ).toBeInTheDocument()
})

it('the sensors page says of a silent sensor that its gateway is down', async () => {
  answer('iot/sensors/1/series', {
    step: 900,
    range: {
      from: '2026-11-19',
      to: '2026-11-20',
      isPartial: true,
      remaining: 0,
      stats: { seriesFetched: 1, executionTimeMsec: 1 },
      series: [],
    },
    markers: [{ at: '2026-11-20T07:00:00Z', kind: 'ticket', id: 5, name: 'Door left open' }],
    remaining: 0,
  })
  await drawList(
    [rowOf({ state: 'silent', gateway: { id: 3, name: 'Hall radio', isDown: true } })],
    '/iot/sensors?id=1',
  )
  await screen.findByText(/Its gateway Hall radio is down/)
  expect(await screen.findByRole('link', { name: 'Door left open' })).toHaveAttribute(
    'href',
    '/tickets/5',
  )
  expect(screen.getByText('No measurements in this period')).toBeInTheDocument()
})
