import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { TicketLinks as Links } from '#contract/ticketLinks.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { TicketLinks } from './TicketLinks.tsx'

const server = pretendServer()
const state = { id: 1, name: 'New', category: 'open', colour: 'blue' }
const leak = { id: 7, title: 'Leak', state }
const none = { links: [], hidden: 0, merged: [], mergedInto: null }
// The part draws from these fields only.
const ticket = { id: 5, state, equipment: null } as unknown as TicketDetail

function answerLinks(links: object): unknown[] {
  const sent: unknown[] = []
  server.use(
    http.get('http://localhost/api/tickets/5/links', () => HttpResponse.json(links)),
    http.post('http://localhost/api/tickets/get', () =>
      HttpResponse.json({ count: 1, rows: [{ ...leak, repeatCount: 0 }] }),
    ),
    http.all('http://localhost/api/tickets/:id/merge', async ({ request, params }) => {
      sent.push([request.method, params['id'], request.body === null ? null : await request.json()])
      return HttpResponse.json(none)
    }),
  )
  return sent
}
const drawLinks = () => draw(<TicketLinks ticket={ticket} />, { namespaces: ['tickets', 'common'] })

it('related tickets are named with their relation, and hidden ones are counted', async () => {
  answerLinks({ ...none, links: [{ id: 1, kind: 'blockedBy', ticket: leak }], hidden: 2 })
  await drawLinks()
  const [line] = await screen.findAllByRole('listitem')
  expect(line).toHaveTextContent('Waits for #7 Leak New')
  expect(screen.getByText(/2 more/)).toBeVisible()
})

it('a ticket is merged into the ticket that the user picks', async () => {
  const sent = answerLinks(none)
  await drawLinks()
  await userEvent.click(await screen.findByRole('button', { name: 'Merge into another ticket' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('combobox'))
  await userEvent.click(await screen.findByText('#7 Leak'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Merge' }))
  expect(sent).toEqual([['POST', '7', { ticketIds: [5] }]])
})

it('a merged ticket names the other one, and offers undo for a day', async () => {
  const mergedInto = (undoUntil: string): Partial<Links> =>
    ({ mergedInto: { ticket: leak, at: '2026-11-30T08:00:00Z', undoUntil } }) as Partial<Links>
  const sent = answerLinks({ ...none, ...mergedInto(new Date(Date.now() + 60_000).toISOString()) })
  const { unmount } = await drawLinks()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(sent).toEqual([['DELETE', '5', null]])
  unmount()
  answerLinks({ ...none, ...mergedInto('2026-11-30T08:00:00.000Z') })
  await drawLinks()
  await screen.findByText('#7 Leak')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
