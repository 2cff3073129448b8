import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { readAddress } from '#lib/addressState.ts'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { ticketsShape } from '../ticketsAddress.ts'
import { TicketBoard } from './TicketBoard.tsx'

const server = pretendServer()
const sent: unknown[] = []
const row = (id: number, category: string) => ({
  id,
  title: `Leak ${id}`,
  type: { id: 5, name: 'Repair', colour: 'red' },
  state: { id: 1, name: 'New', category, colour: 'blue' },
  opener: null,
  openedByAutomation: null,
  isReported: false,
  assignee: null,
  priority: 'normal',
  respondBy: null,
  dueBy: null,
  isOverdue: false,
  equipment: null,
  location: null,
  openedAt: '2026-11-30T08:00:00.000Z',
  closedAt: null,
  commentCount: 0,
  repeatCount: 0,
  version: 3,
})

beforeEach(() => {
  sent.length = 0
  Element.prototype.scrollIntoView = () => undefined
  const outcome = { total: 1, cut: 0, change: 1, same: 0, left: [] }
  server.use(
    http.get('http://localhost/api/ticket-types', () => HttpResponse.json({ count: 0, rows: [] })),
    http.post('http://localhost/api/tickets/get', async ({ request }) => {
      const { categories, limit } = (await request.json()) as {
        categories: string[]
        limit: number
      }
      const isOpen = categories[0] === 'open'
      return HttpResponse.json({
        count: isOpen ? 30 : 0,
        rows: isOpen
          ? Array.from({ length: Math.min(30, limit) }, (_, at) => row(at + 1, 'open'))
          : [],
      })
    }),
    http.post('http://localhost/api/tickets/batches/preview', () =>
      HttpResponse.json({ ...outcome, asks: [] }),
    ),
    http.post('http://localhost/api/tickets/batches', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...outcome, id: 9 })
    }),
  )
})

async function drawn(permissions: PermissionGroup[] = ['editor|tickets']) {
  await draw(
    <TicketBoard
      state={readAddress(ticketsShape, new URLSearchParams('view=board'))}
      linkTo={({ id }) => `?id=${id}`}
      onList={() => undefined}
    />,
    { namespaces: ['tickets', 'entities'], token: tokenFor({ permissions }) },
  )
  return screen.findByRole('region', { name: /Open/ })
}

it('The board moves a ticket by keyboard, and Escape leaves it where it is', async () => {
  await drawn()
  const grip = await screen.findByRole('button', { name: 'Move “Leak 2”' })
  grip.focus()
  fireEvent.keyDown(grip, { key: ' ' })
  fireEvent.keyDown(grip, { key: 'ArrowRight' })
  fireEvent.keyDown(grip, { key: 'Escape' })
  await screen.findByText('Move cancelled')
  expect(sent).toEqual([])
  fireEvent.keyDown(grip, { key: ' ' })
  fireEvent.keyDown(grip, { key: 'ArrowRight' })
  await screen.findByText('“Leak 2” picked up, over In progress')
  fireEvent.keyDown(grip, { key: ' ' })
  await waitFor(() =>
    expect(sent).toEqual([
      {
        which: { tickets: [{ id: 2, version: 3 }] },
        change: { kind: 'state', to: { category: 'inProgress' } },
      },
    ]),
  )
})

it('A column of the board says how many tickets it has, and shows more on request', async () => {
  const open = await drawn()
  await within(open).findByText('30')
  expect(within(open).getAllByRole('listitem')).toHaveLength(25)
  fireEvent.click(within(open).getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(within(open).getAllByRole('listitem')).toHaveLength(30))
})

it('A reader who may not handle tickets sees the board without handles', async () => {
  await drawn([])
  await screen.findByText('Leak 1')
  expect(screen.queryByRole('button', { name: 'Move “Leak 1”' })).toBeNull()
})
