import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { GatewaysPage } from './GatewaysPage.tsx'

const server = pretendServer()
const answer = (path: string, body: object) =>
  server.use(http.all(`http://localhost/api/${path}`, () => HttpResponse.json(body)))

const unread = {
  id: 1,
  receivedAt: '2026-11-20T09:00:00.000Z',
  format: 'plantroom',
  about: null,
  device: null,
  measurements: [],
  moreMeasurements: 0,
  spareKey: null,
  apiKey: { id: 4, name: 'Wild' },
  payload: '{}',
  times: 1,
  understood: null,
}

it('the gateways page says of unread reports how many more came than are kept, by reason and key', async () => {
  answer('iot/quarantine/get', {
    count: 1,
    rows: [
      {
        id: 1,
        receivedAt: '2026-11-20T09:00:00.000Z',
        format: 'morse',
        reason: 'unknownFormat',
        about: 'morse',
        device: null,
        measurements: [],
        moreMeasurements: 0,
        spareKey: null,
        apiKey: { id: 4, name: 'Wild' },
        payload: '[]',
        times: 1,
        understood: null,
      },
    ],
    pushedOut: [{ reason: 'unknownFormat', apiKey: { id: 4, name: 'Wild' }, count: 1_110 }],
  })
  await draw(<GatewaysPage />, {
    at: '/iot/gateways?view=quarantine',
    namespaces: ['gateways', 'titles'],
  })
  expect(await screen.findByText(/Only the newest reports/)).toBeVisible()
  expect(screen.getByText(/Unknown format ·/)).toHaveTextContent('Unknown format · Wild: 1,110')
})

it('the gateways page names what an unknown device sent last, one press from a sensor', async () => {
  const sent = { label: 'TempC_SHT', metric: 'temperature', unit: '°C', value: 21.5 }
  answer('iot/quarantine/get', {
    count: 1,
    rows: [
      {
        id: 1,
        receivedAt: '2026-11-20T09:00:00.000Z',
        format: 'chirpstack',
        reason: 'unknownSensor',
        about: 'A84041FFFF00BB03',
        device: 'A84041FFFF00BB03',
        isOfFurther: false,
        names: '',
        fault: null,
        measurements: [
          sent,
          { key: 'hum', label: 'Hum', metric: 'humidity', unit: '%', value: null },
        ],
        moreMeasurements: 2,
        spareKey: null,
        apiKey: { id: 4, name: 'Wild' },
        payload: '{}',
        times: 1,
        understood: null,
      },
    ],
    pushedOut: [],
  })
  answer('iot/measurements/get', {
    count: 1,
    rows: [
      {
        ...sent,
        id: 9,
        deviceId: 'A84041FFFF00BB03',
        key: 'tempcsht',
        heardAt: '2026-11-20T09:00:00.000Z',
        isRead: false,
      },
    ],
  })
  await draw(<GatewaysPage />, {
    at: '/iot/gateways?view=quarantine&id=1',
    namespaces: ['gateways', 'titles', 'management', 'sensors'],
  })
  const row = await screen.findByRole('row', { name: /A84041FFFF00BB03/ })
  expect(row).toHaveTextContent('Temperature: 21.5 °C · Humidity: Not available · and 2 more')
  await waitFor(() => {
    const links = screen.getAllByRole('link', { name: 'Create a sensor' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining([
        '/iot/sensors?mode=new&device=A84041FFFF00BB03',
        '/iot/sensors?mode=new&device=A84041FFFF00BB03&measurement=tempcsht',
      ]),
    )
  })
})

it.each([
  [
    { device: 'A8404100AA01', fault: 'implausible', names: 'co2, humidity' },
    'A8404100AA01 · Physically impossible: co2, humidity',
  ],
  [{ device: null, fault: 'fromFuture', names: '' }, 'Time is in the future'],
  [
    { device: null, isOfFurther: true, fault: 'notANumber', names: '' },
    'Not a number · Other devices, not named',
  ],
] as const)(
  'the gateways page names the device and why its readings were not taken: %o',
  async (about, said) => {
    answer('iot/quarantine/get', {
      count: 1,
      rows: [{ ...unread, reason: 'badReadings', about: 'code', ...about }],
      pushedOut: [],
    })
    await draw(<GatewaysPage />, {
      at: '/iot/gateways?view=quarantine',
      namespaces: ['gateways', 'titles'],
    })
    const row = await screen.findByRole('row', { name: /Rejected readings/ })
    expect(row).toHaveTextContent(said)
    expect(row).not.toHaveTextContent('code')
  },
)

it('the gateways page makes a sensor of the very measurement that none reads', async () => {
  answer('iot/quarantine/get', {
    count: 1,
    rows: [
      {
        ...unread,
        reason: 'spareMeasurements',
        about: 'A4C138000001: temperature 2',
        device: 'A4C138000001',
        spareKey: 'temperature 2',
      },
    ],
    pushedOut: [],
  })
  await draw(<GatewaysPage />, {
    at: '/iot/gateways?view=quarantine',
    namespaces: ['gateways', 'titles'],
  })
  const link = await screen.findByRole('link', { name: 'Create a sensor' })
  expect(link.getAttribute('href')).toBe(
    '/iot/sensors?mode=new&device=A4C138000001&measurement=temperature+2',
  )
})

const gateway = {
  id: 1,
  mac: 'AC:23:3F:C0:00:01',
  type: { id: 1, name: 'G1' },
  equipment: { id: 1, name: 'Hall' },
  correction: 0,
  isActive: true,
  lastHeardAt: '2026-11-20T09:00:00.000Z',
  clockBehind: 0,
  oldReadings: 0,
  ignored: {},
  place: null,
  version: 1,
}
const drawGateway = async (change: object) => {
  answer('iot/gateways/get', { count: 1, rows: [{ ...gateway, ...change }] })
  answer('journal/get', { count: 0, rows: [] })
  await draw(<GatewaysPage />, {
    at: '/iot/gateways?id=1&tab=journal',
    namespaces: ['gateways', 'titles'],
  })
  await screen.findByRole('row', { name: /Hall/ })
}

it.each([
  [5 * 3_600, /Its clock is 5 hrs behind/, true],
  [-5 * 3_600, /Its clock is 5 hrs ahead/, true],
  [1_795_000_000, /Its clock was never set/, true],
  [-2_000_000_000, /Its clock is years ahead/, true],
  [9, /Its clock is 9 secs behind/, false],
])(
  'the gateways page says of a clock that is %d seconds behind how far it is off, and marks it in the list',
  async (clockBehind, said, isMarked) => {
    await drawGateway({ clockBehind })
    expect(await screen.findByText(said)).toBeVisible()
    expect(screen.queryAllByText('Wrong clock')).toHaveLength(isMarked ? 1 : 0)
  },
)

it('the gateways page says what of a gateway’s reports was not used, and why', async () => {
  await drawGateway({ ignored: { tooOld: 10, unknownTag: 1_200 } })
  const list = (await screen.findByText('Ignored parts of its reports:')).parentElement
  expect(list).toHaveTextContent('Unknown beacon: 1,200')
  expect(list).toHaveTextContent('Arrived too late: 10')
  expect(list).not.toHaveTextContent('Duplicate')
})
