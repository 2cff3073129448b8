import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { DutiesPage } from './DutiesPage.tsx'
import { daysOf } from './dutyDays.ts'
import { faultOf, overlap } from './dutyValues.ts'

const server = pretendServer()
const answered: unknown[] = []

const duty = {
  id: 4,
  name: 'Night calls',
  locationId: null,
  orgEntityId: null,
  location: null,
  orgEntity: null,
  weeks: 1,
  firstDay: '2026-11-16',
  isRoundTheClock: true,
  shifts: [],
  people: [{ id: 2, name: 'Eva', hindrances: [] }],
  now: { person: { id: 2, name: 'Eva' }, until: '2026-11-21T06:00:00.000Z' },
  holes: 2,
  firstHole: null,
  version: 1,
}

async function show(permissions: ('editor|duties' | 'editor|tickets')[], now: unknown = duty.now) {
  server.use(
    http.post('http://localhost/api/duties/get', () =>
      HttpResponse.json({ count: 1, rows: [{ ...duty, now }] }),
    ),
    http.post('http://localhost/api/duties/4/spans', async ({ request }) => {
      const { from, to } = (await request.json()) as { from: string; to: string }
      const shared = { person: null, hindrances: [], changeId: null }
      return HttpResponse.json({
        spans: [{ ...shared, from, to, state: 'nobody', isHole: true }],
        changes: [
          {
            id: 9,
            kind: 'swap',
            person: { id: 2, name: 'Eva' },
            from,
            to,
            with: { id: 1, name: 'Jan' },
            withFrom: null,
            withTo: null,
            state: 'offered',
            by: 'Eva',
            enteredAt: from,
            mayAnswer: true,
            mayRemove: false,
          },
        ],
      })
    }),
    http.post('http://localhost/api/duties/changes/9/answer', async ({ request }) => {
      answered.push(await request.json())
      return HttpResponse.json({}, { status: 500 })
    }),
  )
  await draw(<DutiesPage />, {
    at: '/duties?id=4',
    namespaces: ['duties', 'entities'],
    token: tokenFor({ permissions }),
  })
}

it('the duties page names who is on duty and marks hours with nobody', async () => {
  await show(['editor|tickets'])
  await screen.findByRole('row', { name: /Night calls.*Eva.*2 holes/ })
  const holes = await screen.findAllByText('No one on duty')
  expect(holes).toHaveLength(7)
  expect(screen.queryByRole('button', { name: 'New duty' })).not.toBeInTheDocument()
  expect(screen.queryByRole('tab', { name: 'Shifts' })).not.toBeInTheDocument()
})

it('the duties page says when a person goes off duty, by the clock, if that is near', async () => {
  await show(['editor|tickets'])
  expect(await screen.findByText(/until .*21 Nov 2026/)).toBeVisible()
})

it('the duties page says nothing of an end that is not near, and why nobody can be called', async () => {
  const unable = { id: 2, name: 'Eva', hindrances: ['inactive', 'mayNotHandleTickets'] }
  await show(['editor|tickets'], { person: null, until: null, unable })
  await screen.findByText('No one: Eva may not sign in and may not handle tickets')
  expect(screen.queryByText(/until/)).not.toBeInTheDocument()
})

it('the duties page accepts an offered swap', async () => {
  await show(['editor|duties'])
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(answered).toEqual([{ accepts: true }]))
})

it('a day of 25 hours is cut at its own midnights', () => {
  const span = {
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-26T23:00:00.000Z',
    state: 'nobody' as const,
    person: null,
    hindrances: [],
    isHole: true,
    changeId: null,
  }
  const days = daysOf([span], '2026-10-25', 'Europe/Prague')
  expect(
    days.slice(0, 3).map(({ parts }) => parts.map(({ to, from }) => (to - from) / 3_600_000)),
  ).toEqual([[25], [24], []])
  expect(days[0]?.parts[0]?.share).toBe(1)
})

it('a shift without a person is faulty, and still compared with the others', () => {
  const shift = { week: 1, days: [1], from: '08:00', to: '16:00', userId: null }
  expect(faultOf(shift)).toBe('nobody')
  expect(faultOf({ ...shift, to: '08:00', userId: 2 })).toBeNull()
  const values = {
    locationId: null,
    orgEntityId: null,
    weeks: 1,
    firstDay: '2026-11-16',
    isRoundTheClock: false,
  }
  expect(overlap({ ...values, shifts: [shift, { ...shift, from: '15:00', to: '17:00' }] })).toBe(
    true,
  )
  expect(overlap({ ...values, shifts: [shift, { ...shift, from: '16:00', to: '17:00' }] })).toBe(
    false,
  )
})
