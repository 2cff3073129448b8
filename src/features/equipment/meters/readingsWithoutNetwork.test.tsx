/** Readings without a network: they wait, go out once, and ask after a refusal. */
import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UnsentSign } from '../../../app/shell/UnsentSign.tsx'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { Sender } from '#tests/sender.tsx'
import { discardTicketWork, readTicketWork } from '#entities/unsent/ticketWork.ts'
import { EquipmentMeters } from './EquipmentMeters.tsx'

const server = pretendServer()
const at = (path: string) => `http://localhost/api/${path}`
const meter = {
  id: 5,
  equipment: { id: 7, name: 'Pump 7' },
  type: { id: 1, name: 'Running hours', unit: 'h', source: 'hand', rollsOverAt: null },
  value: 1_200,
  total: 3_400,
  readAt: '2026-11-20T08:59:00Z',
  isRunning: false,
  recentUse: 210,
  unclear: 0,
  version: 1,
}
interface Sent {
  clientKey: string
  value: number
  kind: string
  at: string
  isSure?: boolean
}
let network: 'there' | 'gone' = 'gone'
let sent: Sent[] = []

beforeEach(() => {
  network = 'gone'
  sent = []
  server.use(
    http.post(at('meters/get'), () => HttpResponse.json({ count: 1, rows: [meter] })),
    http.post(at('meters/5/readings'), async ({ request }) => {
      if (network === 'gone') return HttpResponse.error()
      const body = (await request.json()) as Sent
      sent.push(body)
      if (body.value > 9_000 && body.isSure !== true)
        return HttpResponse.json(
          { errors: [{ path: 'body.value', code: 'farAbove', message: '1200' }] },
          { status: 400 },
        )
      return body.kind === 'read' && body.value < 1_200
        ? HttpResponse.json(
            { errors: [{ path: 'body.value', code: 'belowLast', message: '1200' }] },
            { status: 400 },
          )
        : HttpResponse.json({ ...body, id: 9, total: 0, source: 'hand', by: null, version: 1 })
    }),
  )
})
afterEach(async () => {
  for (const item of await readTicketWork()) await discardTicketWork(item)
})

const open = () =>
  draw(
    <>
      <Sender />
      <UnsentSign />
      <EquipmentMeters equipmentId={7} />
    </>,
    {
      token: tokenFor({ permissions: ['performer|procedures'] }),
      namespaces: ['meters', 'common', 'shell', 'tickets', 'notices'],
    },
  )
const returns = () => {
  network = 'there'
  act(() => void window.dispatchEvent(new Event('online')))
}

async function readNow(value: string) {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add a reading' }))
  await user.type(await screen.findByRole('spinbutton', { name: /Reading/ }), value)
  await user.click(screen.getAllByRole('button', { name: 'Add a reading' }).at(-1) ?? document.body)
  return user
}

it('a reading waits on the device, through a reload, and is sent once with the time it was made', async () => {
  const { unmount } = await open()
  await readNow('1250')
  const waiting = await screen.findByRole('region', { name: 'Waiting on this device' })
  expect(waiting).toHaveTextContent(/1,250 h/)
  const [stored] = await readTicketWork()
  unmount()
  await open()
  await screen.findByRole('region', { name: 'Waiting on this device' })
  returns()
  await waitFor(() => expect(sent.length).toBe(1))
  await waitFor(() =>
    expect(
      screen.queryByRole('region', { name: 'Waiting on this device' }),
    ).not.toBeInTheDocument(),
  )
  expect(sent[0]).toMatchObject({ value: 1_250, clientKey: stored?.clientKey })
  expect(stored?.work).toMatchObject({ reading: { at: sent[0]?.at } })
})

it('a refused reading says why, and is sent with what happened', async () => {
  await open()
  await readNow('15')
  await screen.findByRole('region', { name: 'Waiting on this device' })
  const [stored] = await readTicketWork()
  returns()
  const waiting = await screen.findByRole('region', { name: 'Waiting on this device' })
  await within(waiting).findByText(/The reading is below the last one/)
  const user = userEvent.setup()
  await user.click(within(waiting).getByRole('button', { name: 'Correct' }))
  await user.click(await within(waiting).findByRole('radio', { name: 'It was reset or restarted' }))
  await user.click(within(waiting).getByRole('button', { name: 'Add a reading' }))
  await waitFor(() =>
    expect(sent.map(({ kind, value }) => [kind, value])).toContainEqual(['reset', 15]),
  )
  expect(stored?.work).toMatchObject({ reading: { at: sent.at(-1)?.at } })
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Waiting on this device' })).toBeNull(),
  )
})

it('a reading far above the last one asks whether it is right, at once and after it waited', async () => {
  network = 'there'
  await open()
  const user = await readNow('9500')
  await user.click(await screen.findByRole('checkbox', { name: 'The number is right' }))
  await user.click(screen.getAllByRole('button', { name: 'Add a reading' }).at(-1) ?? document.body)
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ value: 9_500, isSure: true }))
  network = 'gone'
  await readNow('9700')
  const waiting = await screen.findByRole('region', { name: 'Waiting on this device' })
  returns()
  await within(waiting).findByText(/The reading is far above the one before/)
  await user.click(within(waiting).getByRole('button', { name: 'Correct' }))
  await user.click(await within(waiting).findByRole('checkbox', { name: 'The number is right' }))
  expect(within(waiting).queryByRole('radio')).toBeNull()
  await user.click(within(waiting).getByRole('button', { name: 'Add a reading' }))
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ value: 9_700, isSure: true }))
})
