import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { CalendarMark } from './calendar/CalendarMark.tsx'
import type { CalendarEntry } from './calendar/useCalendar.ts'
import { OccurrencesOfDate } from './OccurrencesOfDate.tsx'

const server = pretendServer()
const AT = '2026-11-17T09:00:00.000Z'
const room = (id: number, state: string) => ({
  id,
  rruleId: 4,
  procedure: { id: 9, name: 'Ward round' },
  equipment: null,
  location: { id, name: `Room ${id}` },
  at: AT,
  dueBy: null,
  state,
  doneAt: null,
  isLate: state === 'missed',
  procedureLogId: state === 'done' ? 70 : null,
  version: 1,
})

it('the dates panel lists what was missed on a date, each to be performed, and then what was done', async () => {
  const asked: { from: string; to: string; states: string[] }[] = []
  server.use(
    http.post('http://localhost/api/occurrences/get', async ({ request }) => {
      const body = (await request.json()) as (typeof asked)[number]
      asked.push(body)
      const rows = body.states.includes('missed')
        ? [room(1, 'missed'), room(2, 'late'), room(3, 'planned')]
        : [room(5, 'done')]
      return HttpResponse.json({ rows, count: rows.length })
    }),
  )
  await draw(<OccurrencesOfDate ruleId={4} date={AT} onAll={() => undefined} />, {
    namespaces: ['schedules', 'recurrence', 'procedures'],
  })
  expect(await screen.findByRole('heading', { name: /Not done/ })).toBeVisible()
  expect(await screen.findByRole('heading', { name: /Done and closed/ })).toBeVisible()
  const performs = screen.getAllByRole('link', { name: /^Perform/ })
  expect(performs.map((link) => link.getAttribute('href'))).toEqual([
    '/procedure/9/perform?locationId=1',
    '/procedure/9/perform?locationId=2',
  ])
  expect(asked[0]).toMatchObject({ from: AT, to: '2026-11-17T09:01:00.000Z' })
})

it('the dates panel says what a date is for, and how much of it was done', async () => {
  const entry = (more: object): CalendarEntry => ({
    key: '4',
    ruleId: 4,
    name: 'Every morning',
    procedure: 'Ward round',
    objects: 'locations',
    at: AT,
    state: 'partly',
    times: 1,
    things: 12,
    entry: {
      at: AT,
      plannedAt: AT,
      outcome: 'due',
      because: [],
      dueBy: null,
      remindAt: null,
      made: 26,
      open: 0,
      done: 23,
      late: 3,
    },
    ...more,
  })
  const planned = entry({ state: 'planned' })
  await draw(
    <>
      <CalendarMark entry={entry({})} inWords onOpen={() => undefined} />
      <CalendarMark
        entry={{ ...planned, entry: { ...planned.entry, made: 0, done: 0, late: 0 } }}
        inWords
        onOpen={() => undefined}
      />
    </>,
    { namespaces: ['schedules', 'recurrence'] },
  )
  const [past, ahead] = await screen.findAllByRole('button', { name: /Ward round/ })
  if (past === undefined || ahead === undefined) throw new Error('no marks')
  expect(within(past).getByText('23/26')).toBeVisible()
  expect(past).toHaveAccessibleName(/Partly done/)
  expect(within(ahead).getByText('12 locations')).toBeVisible()
})
