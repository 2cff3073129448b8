import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { EquipmentMeters } from './EquipmentMeters.tsx'

const server = pretendServer()
const at = (path: string) => `http://localhost/api/${path}`
const answer = (path: string, body: object) =>
  server.use(http.all(at(path), () => HttpResponse.json(body)))

const pump = {
  id: 5,
  equipment: { id: 7, name: 'Pump 7' },
  type: { id: 1, name: 'Running hours', unit: 'h', source: 'hand', rollsOverAt: 99_999 },
  value: 1_200,
  total: 3_400.5,
  readAt: '2026-11-20T08:59:00Z',
  isRunning: false,
  recentUse: 210,
  unclear: 0,
  version: 1,
}
const reading = {
  id: 9,
  at: '2026-11-20T08:59:00Z',
  value: 1_200,
  kind: 'read',
  startsAt: null,
  endsAt: null,
  total: 3_400.5,
  source: 'hand',
  by: { id: 2, name: 'Lukas Brandt' },
  procedureLogId: null,
  version: 1,
}

const drawMeters = async (
  rows: readonly object[],
  permissions: readonly string[] = ['editor|equipment', 'performer|procedures'],
) => {
  answer('meters/get', { count: rows.length, rows })
  await draw(<EquipmentMeters equipmentId={7} />, {
    token: tokenFor({ permissions }),
    namespaces: ['meters', 'common', 'entities'],
  })
}

it('the meters of equipment show total use, recent use, and what the counter shows', async () => {
  await drawMeters([pump])
  const meter = await screen.findByRole('region', { name: 'Running hours' })
  expect(meter).toHaveTextContent(/Total use3,400\.5 h/)
  expect(meter).toHaveTextContent(/Last 90 days210 h/)
  expect(meter).toHaveTextContent(/Counter shows1,200 h/)
})

it('a meter that counts hours itself takes no readings, and says that it counts', async () => {
  await drawMeters([
    { ...pump, value: null, isRunning: true, type: { ...pump.type, source: 'status' } },
  ])
  const meter = await screen.findByRole('region', { name: 'Running hours' })
  expect(meter).toHaveTextContent(/Counting now/)
  expect(meter).toHaveTextContent(/Counts hours in chosen statuses/)
  expect(within(meter).queryByRole('button', { name: 'Add a reading' })).not.toBeInTheDocument()
})

it('a reading below the last asks what happened, and is sent again with the reason', async () => {
  const sent: { kind: string; value: number; clientKey: string }[] = []
  server.use(
    http.post(at('meters/5/readings'), async ({ request }) => {
      const body = (await request.json()) as (typeof sent)[number]
      sent.push(body)
      return body.kind === 'read'
        ? HttpResponse.json(
            { errors: [{ path: 'body.value', code: 'belowLast', message: '1200' }] },
            { status: 400 },
          )
        : HttpResponse.json({ ...reading, ...body, id: 10 })
    }),
  )
  await drawMeters([pump])
  // Some browsers return a promise, which must not become the clean-up of an effect.
  Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add a reading' }))
  await user.type(await screen.findByRole('spinbutton', { name: /Reading/ }), '15')
  const send = () =>
    user.click(screen.getAllByRole('button', { name: 'Add a reading' }).at(-1) ?? document.body)
  await send()
  expect(await screen.findByText(/The last reading was 1,200 h/)).toBeVisible()
  await user.click(await screen.findByRole('radio', { name: 'It was reset or restarted' }))
  await send()
  await screen.findByRole('button', { name: 'Readings' })
  expect(sent.map(({ kind, value }) => [kind, value])).toEqual([
    ['read', 15],
    ['reset', 15],
  ])
})

it('readings can be corrected by editors of equipment only', async () => {
  answer('meters/5/readings/get', { count: 1, rows: [reading] })
  await drawMeters([pump])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Readings' }))
  const line = await screen.findByTestId('meter-reading')
  expect(line).toHaveTextContent(/1,200 h/)
  expect(line).toHaveTextContent(/total 3,400\.5 h/)
  expect(within(line).getByRole('button', { name: 'Correct' })).toBeVisible()
})

it('somebody without the right to edit equipment sees readings and no way to correct them', async () => {
  answer('meters/5/readings/get', { count: 1, rows: [{ ...reading, kind: 'reset' }] })
  await drawMeters([pump], ['performer|procedures'])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Readings' }))
  const line = await screen.findByTestId('meter-reading')
  expect(line).toHaveTextContent(/Reset/)
  expect(within(line).queryByRole('button', { name: 'Correct' })).not.toBeInTheDocument()
})

it('equipment without meters says what a meter is for', async () => {
  await drawMeters([])
  expect(await screen.findByText('No meters')).toBeVisible()
})
