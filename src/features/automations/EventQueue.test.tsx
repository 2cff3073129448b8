import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { EventQueue as Queue } from '#contract/automation/automation.ts'
import type { Id } from '#contract/ids.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { EventQueue } from './EventQueue.tsx'

const server = pretendServer()
const quiet: Queue = { waiting: 0, oldestAt: null, isBehind: false, failedCount: 0, failed: [] }

const answer = (queue: Queue) =>
  server.use(http.get('http://localhost/api/automation-events', () => HttpResponse.json(queue)))

const drawQueue = () => draw(<EventQueue />, { namespaces: ['automations'] })

it('the event queue says how many events wait, and since when, if automations are behind', async () => {
  answer({ ...quiet, waiting: 1_234, oldestAt: '2026-11-20T08:58:00Z', isBehind: true })
  await drawQueue()
  await screen.findByText('Automations are behind: 1,234 events have not been processed yet.')
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

it('the event queue lists what was given up with its reason, and retries it', async () => {
  let tries = 0
  server.use(
    http.post('http://localhost/api/automation-events/retry', () => {
      tries += 1
      answer(quiet)
      return HttpResponse.json({ queued: 7 })
    }),
  )
  answer({
    ...quiet,
    failedCount: 7,
    failed: [
      {
        id: 3,
        at: '2026-11-20T08:00:00Z',
        procedureLogId: 41 as Id<'procedureLog'>,
        procedure: 'Pump check',
        thing: 'Pump 7',
        automation: null,
        reason: 'the disk is full',
      },
    ],
  })
  await drawQueue()
  expect(await screen.findByRole('link', { name: 'Pump check · Pump 7' })).toHaveAttribute(
    'href',
    '/procedure-log/41',
  )
  expect(screen.getByText('the disk is full')).toBeInTheDocument()
  expect(screen.getByText('and 6 more')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Retry all' }))
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  expect(tries).toBe(1)
})

it('the event queue removes an unreadable event after a question', async () => {
  const gone: string[] = []
  server.use(
    http.delete('http://localhost/api/automation-events/:id', ({ params }) => {
      gone.push(String(params['id']))
      answer(quiet)
      return HttpResponse.json({ dismissed: true })
    }),
  )
  answer({
    ...quiet,
    failedCount: 1,
    failed: [
      {
        id: 9,
        at: '2026-11-20T08:00:00Z',
        procedureLogId: null,
        procedure: null,
        thing: null,
        automation: null,
        reason: 'of another version',
      },
    ],
  })
  await drawQueue()
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  const dialog = await screen.findByRole('dialog', { name: 'Dismiss this event?' })
  expect(gone).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(gone).toEqual(['9']))
})

it('a failed event of a rule without a procedure names the rule', async () => {
  answer({
    ...quiet,
    failedCount: 1,
    failed: [
      {
        id: 4,
        at: '2026-11-20T08:00:00Z',
        procedureLogId: null,
        procedure: null,
        thing: null,
        automation: { id: 12 as Id<'automation'>, name: 'Overdue tickets' },
        reason: 'the disk is full',
      },
    ],
  })
  await drawQueue()
  expect(await screen.findByRole('link', { name: 'Overdue tickets' })).toHaveAttribute(
    'href',
    '/automation-center/12',
  )
})
