import '@testing-library/jest-dom/vitest'
import { Form } from 'antd'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { PreviewPane } from './PreviewPane.tsx'
import { blankSchedule } from './scheduleValues.ts'

const server = pretendServer()
const asked: unknown[] = []
const entry = (at: string, more: object = {}) => ({
  at,
  plannedAt: at,
  outcome: 'due',
  because: [],
  dueBy: null,
  remindAt: null,
  ...more,
})
const preview = {
  faults: [],
  changes: [],
  comparedUntil: null,
  skippedLeftOut: 0,
  objectCount: 12,
  entries: [
    entry('2026-12-01T08:00:00.000Z'),
    entry('2026-12-15T08:00:00.000Z', {
      outcome: 'skipped',
      because: [{ kind: 'holiday', name: 'Founders’ day' }],
    }),
    entry('2026-12-28T08:00:00.000Z', {
      outcome: 'moved',
      plannedAt: '2026-12-27T08:00:00.000Z',
      because: [{ kind: 'nonWorkingDay', weekday: 'SU' }],
    }),
  ],
}
const answer = (body: object) =>
  server.use(
    http.post('http://localhost/api/rrules/preview', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(body)
    }),
  )
const values = { ...blankSchedule('2026-11-30', 1), procedureId: 4 }
const pane = (id?: number) =>
  draw(
    <Form>
      <PreviewPane initial={values} {...(id === undefined ? {} : { id })} />
    </Form>,
    { namespaces: ['schedules', 'recurrence'] },
  )

beforeEach(() => {
  asked.length = 0
})

it('the schedule preview shows the dates to come, and why one is skipped and one moved', async () => {
  answer(preview)
  await pane()
  await screen.findByText('12 pieces of equipment')
  expect(screen.getByText('Holiday: Founders’ day')).toBeInTheDocument()
  expect(screen.getByText('Sunday is not a working day')).toBeInTheDocument()
  expect(screen.getByText(/^From Sun, 27 Dec 2026/)).toBeInTheDocument()
  expect(asked).toMatchObject([
    {
      id: null,
      limit: 20,
      draft: {
        procedureId: 4,
        kind: 'specific',
        rule: 'RRULE:FREQ=WEEKLY',
        start: '2026-12-01T08:00',
      },
    },
  ])
})

it('the schedule preview says how many more are skipped than it shows', async () => {
  answer({ ...preview, skippedLeftOut: 2_860 })
  await pane()
  expect(await screen.findByText('2,860 more dates are skipped.')).toBeVisible()
})

it('the schedule preview says what is wrong with a rule', async () => {
  answer({ ...preview, entries: [], faults: [{ code: 'outOfRange', part: 'BYHOUR', value: '24' }] })
  await pane()
  expect(await screen.findByRole('alert')).toHaveTextContent('BYHOUR cannot be 24.')
})

it('the schedule preview shows what an edit moves, adds and removes', async () => {
  const changes = [
    { kind: 'kept', before: preview.entries[0], after: preview.entries[0], deadlineChanged: false },
    { kind: 'removed', before: preview.entries[0] },
    { kind: 'added', after: preview.entries[2] },
    { kind: 'moved', before: preview.entries[0], after: preview.entries[2], how: 'nearest' },
  ]
  answer({ ...preview, changes })
  await pane(7)
  const region = await screen.findByRole('region', { name: 'What this changes' })
  await waitFor(() => expect(region).toHaveTextContent('1 moved'))
  expect(region).toHaveTextContent('1 added')
  expect(region).toHaveTextContent('1 removed')
  expect(region).not.toHaveTextContent('Compared')
})

it('the schedule preview says how far it looked if the dates continue, also if nothing changes until there', async () => {
  answer({ ...preview, comparedUntil: '2028-01-07T08:00:00.000Z' })
  await pane(7)
  await screen.findByText('The dates stay as they are.')
  expect(screen.getByText('Compared up to 7 Jan 2028.')).toBeInTheDocument()
})
