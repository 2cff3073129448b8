import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { setAnswerStore } from '#api/answerCache.ts'
import type { TicketWork, UnsentTicketWork } from '#entities/unsent/device.ts'
import { RefusedWork } from './RefusedWork.tsx'
import { saveReport, reportDraft } from './ticketDrafts.ts'

const server = pretendServer()
const refused = (work: TicketWork, path: string): UnsentTicketWork => ({
  clientKey: 'k1',
  companyId: 1,
  userId: 1,
  at: '2026-11-20T08:00:00Z',
  title: 'It leaks',
  work,
  files: [],
  refused: 404,
  errors: [{ path, code: 'notThere', message: 'thing' }],
})
const show = (item: UnsentTicketWork) =>
  draw(<RefusedWork item={item} onClose={() => undefined} />, {
    namespaces: ['tickets', 'shell'],
  })

it('refused work says which part of a refused report is gone', async () => {
  const report = {
    kind: 'report',
    title: 'It leaks',
    ticketTypeId: 1,
    equipmentId: 5,
    locationId: null,
    placeName: 'Fridge 5',
  } as const
  await show(refused(report, 'body.equipmentId'))
  await screen.findByText(/The equipment or location was removed/)
})

it('refused work lets a refused comment be read and copied, and asks before it is discarded', async () => {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show(refused({ kind: 'comment', ticketId: 7, text: 'The seal is torn' }, ''))
  await screen.findByText('The seal is torn')
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(write).toHaveBeenCalledWith('The seal is torn')
  await user.click(screen.getByRole('button', { name: 'Discard mine' }))
  await screen.findByRole('button', { name: 'Discard' })
})

it('refused work takes a ticket up again with its type and description, without the person who is gone', async () => {
  const sent: unknown[] = []
  server.use(
    http.get('*/api/ticket-types', () =>
      HttpResponse.json({
        count: 9,
        rows: Array.from({ length: 9 }, (_, index) => ({
          id: index + 1,
          name: `Type ${index + 1}`,
          usedBy: 100 - index,
          colour: 'red',
          states: [],
          version: 1,
        })),
      }),
    ),
    http.post('*/api/tickets', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 41 })
    }),
  )
  const ticket = {
    kind: 'report',
    title: 'It leaks',
    ticketTypeId: 9,
    equipmentId: null,
    locationId: null,
    placeName: null,
    more: { description: 'Under the sink', assigneeId: 5, orgEntityId: 6, priority: 'high' },
  } as const
  const other = { words: 'Half written', equipmentId: null, locationId: null, photos: [] }
  const owner = { companyId: 1, userId: 1 }
  saveReport(owner, {}, { ...other, ticketTypeId: 2 })
  await show(refused(ticket, 'body.assigneeId'))
  await userEvent.click(await screen.findByRole('button', { name: 'Check and send again' }))
  expect(await screen.findByRole('radio', { name: 'Type 9' })).toBeChecked()
  expect(screen.getByLabelText('Description')).toHaveValue('Under the sink')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    ticketTypeId: 9,
    description: 'Under the sink',
    assigneeId: null,
    orgEntityId: 6,
    priority: 'high',
  })
  expect(reportDraft(owner, {}).words).toBe('Half written')
})

it('refused work compares a change with the ticket as it is now, never with a kept answer', async () => {
  const [state, now] = ['Open', 'Done'].map((name, index) => ({
    id: index + 1,
    name,
    colour: 'blue',
    isFinal: false,
  }))
  const ticket = { id: 7, title: 'It leaks', assignee: null, version: 4, nextStates: [state] }
  let isAway = true
  server.use(
    http.get('*/api/tickets/7', () =>
      isAway ? HttpResponse.error() : HttpResponse.json({ ...ticket, state: now }),
    ),
  )
  setAnswerStore({
    keep: () => undefined,
    read: () => Promise.resolve({ data: { ...ticket, state, version: 1 }, keptAt: 1 }),
    drop: () => undefined,
  })
  const work = { kind: 'state', ticketId: 7, state, assignee: undefined } as unknown as TicketWork
  await show({ ...refused(work, 'version'), refused: 409 })
  // Must not say that the ticket is gone: the failed fetch does not tell.
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/was deleted|was removed/)).toBeNull()
  isAway = false
  await userEvent.click(again)
  const theirs = await screen.findByText('Done')
  expect(theirs).toBeVisible()
})
