import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { Bell } from './Bell.tsx'

const server = pretendServer()

const told = (id: number, title: string) => ({
  id,
  kind: 'ticketOpened',
  at: '2026-11-20T09:00:00.000Z',
  level: 'info',
  text: null,
  procedure: null,
  thing: null,
  score: null,
  automation: null,
  by: null,
  equipment: null,
  ticket: { id, title },
  procedureLogId: null,
  sensor: null,
  zone: null,
  stock: null,
  others: { count: 0, names: [] },
  endedAt: null,
})

it('the bell goes to the next unread alert, and stays in the list after the last', async () => {
  const seen = new Set<number>()
  server.use(
    http.post('*/api/alerts/get', () => {
      const rows = [told(1, 'Door'), told(2, 'Lamp')].map((row) => ({
        ...row,
        seenAt: seen.has(row.id) ? row.at : null,
      }))
      return HttpResponse.json({ count: 2, rows, unseen: 2 - seen.size })
    }),
    http.post('*/api/alerts/see', async ({ request }) => {
      const { alertIds } = (await request.json()) as { alertIds: number[] }
      for (const id of alertIds) seen.add(id)
      return HttpResponse.json({ seen: alertIds.length })
    }),
  )
  await draw(<Bell />, { namespaces: ['alerts'] })
  await userEvent.click(await screen.findByTestId('bell'))
  const sheet = await screen.findByRole('dialog')
  const buttons = () => within(sheet).getAllByRole('button', { name: 'Seen' })
  await waitFor(() => expect(buttons()).toHaveLength(2))
  buttons()[0]?.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(buttons()).toHaveLength(1))
  await waitFor(() => expect(buttons()[0]).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(within(sheet).queryByRole('button', { name: 'Seen' })).toBeNull())
  await waitFor(() => expect(sheet).toHaveFocus())
})
