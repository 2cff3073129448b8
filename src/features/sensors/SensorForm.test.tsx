import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { SensorRow } from '#contract/sensors.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { SensorForm } from './SensorForm.tsx'

const server = pretendServer()
const typeOf = (metric: string) => ({
  id: 1,
  name: 'Its type',
  metric,
  unit: '',
  step: 1,
  everyMinutes: 10,
  minimum: null,
  maximum: null,
  usedBy: 0,
  namedBy: 0,
  version: 1,
})
const rowOf = (metric: string, change: object = {}) =>
  ({
    id: 5,
    name: 'Cold room door',
    type: typeOf(metric),
    deviceId: 'A4:C1:38:8D:18:B2',
    measurement: null,
    encryptionKeySetAt: null,
    equipment: null,
    location: null,
    offset: 0,
    lowerLimit: null,
    upperLimit: null,
    limitMinutes: 15,
    isActive: true,
    version: 3,
    ...change,
  }) as unknown as SensorRow

async function drawForm(row: SensorRow, measurements: object[] = []) {
  const bodies: unknown[] = []
  server.use(
    http.get('http://localhost/api/iot/sensor-types', () =>
      HttpResponse.json({ count: 1, rows: [row.type] }),
    ),
    http.post('http://localhost/api/iot/measurements/get', () =>
      HttpResponse.json({ count: measurements.length, rows: measurements }),
    ),
    http.put('http://localhost/api/iot/sensors/5', async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(row)
    }),
  )
  await draw(
    <SensorForm row={row} fetchRow={() => Promise.resolve(row)} onDone={() => undefined} />,
    { namespaces: ['sensors', 'entities'] },
  )
  return bodies
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

it('the sensor form asks of a door when to tell, in words instead of numbers', async () => {
  const bodies = await drawForm(rowOf('contact'))
  const when = await screen.findByRole('combobox', { name: 'Alert when' })
  expect(screen.queryByLabelText('Upper limit')).toBeNull()
  await userEvent.click(when)
  await userEvent.click(await screen.findByTitle('Open'))
  await save()
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({ lowerLimit: null, upperLimit: 0.5, offset: 0 })
})

it('the sensor form says of leaks and alarms that each is told', async () => {
  await drawForm(rowOf('alarm'))
  expect(await screen.findByText('Every alarm sends an alert.')).toBeVisible()
  expect(screen.queryByLabelText('Calibration')).toBeNull()
})

it('the sensor form asks of a battery only below which charge to tell', async () => {
  await drawForm(rowOf('battery'))
  expect(await screen.findByLabelText('Alert below')).toBeVisible()
  expect(screen.queryByLabelText('Upper limit')).toBeNull()
})

it('the sensor form never shows an encryption key, and sends a new one or its deletion', async () => {
  const key = '231d39c1d7cc1ab1aee224cd096db932'
  const bodies = await drawForm(
    rowOf('temperature', { encryptionKeySetAt: '2026-11-20T09:00:00Z' }),
  )
  const field = await screen.findByLabelText('Encryption key')
  expect(field).toHaveValue('')
  await save()
  await userEvent.type(field, key)
  await save()
  await userEvent.clear(field)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Delete the key' }))
  await save()
  await waitFor(() => expect(bodies).toHaveLength(3))
  expect(bodies[0]).not.toHaveProperty('encryptionKey')
  expect(bodies.slice(1)).toMatchObject([{ encryptionKey: key }, { encryptionKey: null }])
})

it('the sensor form refuses a measurement of another kind than its type measures', async () => {
  const heard = {
    id: 1,
    deviceId: 'A4C1388D18B2',
    key: 'co2',
    label: 'co2',
    metric: 'co2',
    unit: 'ppm',
    value: 776,
    heardAt: '2026-11-20T09:00:00Z',
    isRead: false,
  }
  const bodies = await drawForm(rowOf('temperature', { measurement: 'co2' }), [heard])
  await screen.findByText(/776/)
  await save()
  expect(await screen.findByText('Its kind does not match the sensor type')).toBeVisible()
  expect(bodies).toEqual([])
})

it('the sensor form isolates values and names of measurements, and shows no digits that were not sent', async () => {
  const heard = (id: number, change: object) => ({
    id,
    deviceId: 'A4C1388D18B2',
    key: `k${id}`,
    label: 'TempC_DS',
    metric: 'temperature',
    unit: '°C',
    value: -18.5,
    heardAt: '2026-11-20T09:00:00Z',
    isRead: false,
    ...change,
  })
  await drawForm(rowOf('temperature', { measurement: 'k2' }), [
    heard(1, {}),
    heard(2, { label: 'wind', metric: 'other', unit: 'm/s', value: 3 }),
    heard(3, { label: 'vwc', metric: 'other', unit: '', value: 0.00196 }),
  ])
  expect(await screen.findByText('\u2068wind\u2069: \u20683 m/s\u2069')).toBeVisible()
  await userEvent.click(await screen.findByRole('combobox', { name: 'Measurement of the device' }))
  expect(
    await screen.findByTitle('Temperature: \u2068-18.5 °C\u2069 · \u2068TempC_DS\u2069'),
  ).toBeVisible()
  expect(screen.getByTitle('\u2068vwc\u2069: \u20680.002\u2069')).toBeVisible()
})
