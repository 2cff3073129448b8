import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { BulkTickets } from './BulkTickets.tsx'

const server = pretendServer()
const sent: unknown[] = []
const asks = [
  {
    ticketTypeId: 5,
    name: 'Repair',
    count: 2,
    asks: { problem: 'required', cause: 'off', remedy: 'off' },
    codes: [{ id: 8, kind: 'problem', name: 'Leak', isRetired: false }],
  },
]

beforeEach(() => {
  sent.length = 0
  const outcome = {
    total: 3,
    cut: 0,
    change: 2,
    same: 0,
    left: [{ reason: 'transition', count: 1 }],
  }
  server.use(
    http.get('http://localhost/api/ticket-types', () => HttpResponse.json({ count: 0, rows: [] })),
    http.post('http://localhost/api/tickets/batches/preview', () =>
      HttpResponse.json({ ...outcome, asks }),
    ),
    http.post('http://localhost/api/tickets/batches', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...outcome, id: 9 })
    }),
    http.post('http://localhost/api/tickets/batches/9/undo', () =>
      HttpResponse.json({ restored: 1, left: 1 }),
    ),
  )
})

it('The bar of selected tickets says what changes and what stays, and asks once on closing', async () => {
  const done = vi.fn<() => void>()
  await draw(
    <BulkTickets
      selected={[
        { id: 1, version: 4 },
        { id: 2, version: 1 },
        { id: 3, version: 1 },
      ]}
      question={{}}
      matching={3}
      isAll={false}
      typeIds={[]}
      onSelectAll={() => undefined}
      onDone={done}
    />,
    { namespaces: ['tickets', 'entities'] },
  )
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'State' }))
  fireEvent.click(await screen.findByTitle('Closed'))
  await screen.findByText('2 tickets will change.')
  await screen.findByText('1 stays: the state does not lead there.')
  fireEvent.click(screen.getByRole('button', { name: 'Change' }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('Repair: 2 tickets')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Change' }))
  expect(sent).toEqual([])
  fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: 'Problem' }))
  fireEvent.click(await screen.findByTitle('Leak'))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Change' }))
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(sent).toEqual([
    {
      which: {
        tickets: [
          { id: 1, version: 4 },
          { id: 2, version: 1 },
          { id: 3, version: 1 },
        ],
      },
      change: { kind: 'state', to: { category: 'closed' } },
      failures: [{ ticketTypeId: 5, failure: { problem: { codeId: 8 } } }],
    },
  ])
})
