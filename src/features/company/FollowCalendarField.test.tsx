import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { FollowedCalendar } from '#contract/company/followedCalendar.ts'
import type { Holiday } from '#contract/company/company.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { FollowCalendarField } from './FollowCalendarField.tsx'
import { HolidaysEditor } from './HolidaysEditor.tsx'

const server = pretendServer()
const URL_OF_ALL = 'http://localhost/api/holiday-calendar'
const calendar: FollowedCalendar = {
  address: 'https://school.test/closed.ics',
  rows: [
    { date: '2027-02-01', name: 'School closed' },
    { date: '2027-02-02', name: 'School closed' },
  ],
  left: { outside: 0, cancelled: 1, unread: 0, cut: 0 },
  checkedAt: '2026-11-29T10:00:00Z',
  fault: null,
}

async function show(first: FollowedCalendar | null, seen: string[] = []) {
  let now = first
  const asked: unknown[] = []
  server.use(
    http.get(URL_OF_ALL, () => HttpResponse.json({ calendar: now })),
    http.put(URL_OF_ALL, async ({ request }) => {
      asked.push(await request.json())
      now = calendar
      return HttpResponse.json(now)
    }),
  )
  const held: { holidays?: Holiday[]; calendarSeen?: string[] } = {}
  await draw(
    <Form
      initialValues={{ holidays: [], calendarSeen: seen }}
      onValuesChange={(_changed, all: object) => Object.assign(held, all)}
    >
      <Form.Item name="holidays">
        <HolidaysEditor />
      </Form.Item>
      <Form.Item name="calendarSeen">
        <FollowCalendarField />
      </Form.Item>
    </Form>,
    { namespaces: ['company'] },
  )
  return { held, asked }
}

it('an address is followed, and its days are taken over by a choice', async () => {
  const { held, asked } = await show(null)
  await userEvent.click(await screen.findByRole('button', { name: /Follow a calendar address/ }))
  const address = await screen.findByRole('textbox', { name: 'Address of the calendar' })
  await userEvent.type(address, 'school')
  await userEvent.click(screen.getByRole('button', { name: 'Follow' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('begins with https://')
  expect(asked).toEqual([])
  await userEvent.clear(address)
  await userEvent.type(address, 'webcal://school.test/closed.ics{Enter}')
  const second = await screen.findByRole('checkbox', {
    name: /^School closed.*\b2 February 2027/,
  })
  expect(asked).toEqual([{ address: 'webcal://school.test/closed.ics' }])
  await userEvent.click(second)
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(held.holidays).toEqual([{ date: '2027-02-01', name: 'School closed', yearly: false }])
  expect(held.calendarSeen).toEqual(['2027-02-01', '2027-02-02'])
})

it('new days of a followed calendar are announced, and a failure says since when and what to do', async () => {
  await show(
    {
      ...calendar,
      fault: {
        code: 'refused',
        status: 404,
        since: '2026-11-29T10:00:00Z',
        triedAt: '2026-11-29T14:00:00Z',
      },
    },
    ['2027-02-01'],
  )
  expect(
    await screen.findByText('school.test: 1 day in the calendar is new or has changed.'),
  ).toBeVisible()
  expect(
    screen.getByText(/^school.test: the calendar has not been readable since 29 Nov/),
  ).toBeVisible()
  expect(screen.getByText(/answers 404.*Copy its public address again/)).toBeVisible()
})
