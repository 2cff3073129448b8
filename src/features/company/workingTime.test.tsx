import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { expect, it } from 'vitest'
import type { Shift, WorkingSpan } from '#contract/company/company.ts'
import { workDaysOf } from '#contract/rules/workDays.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { hasSpanFault, shiftFault, spanFault } from './companyDraft.ts'
import { ShiftsEditor } from './ShiftsEditor.tsx'
import { WorkingHoursEditor } from './WorkingHoursEditor.tsx'

pretendServer()

async function show(initial: { workingHours: WorkingSpan[]; shifts?: Shift[] }) {
  const held = { ...initial }
  await draw(
    <Form
      initialValues={initial}
      onValuesChange={(changed: object) => Object.assign(held, changed)}
    >
      <Form.Item name="workingHours">
        <WorkingHoursEditor weekStart={1} />
      </Form.Item>
      {initial.shifts !== undefined && (
        <Form.Item name="shifts">
          <ShiftsEditor weekStart={1} workDays={workDaysOf('ar')} />
        </Form.Item>
      )}
    </Form>,
    { namespaces: ['company'] },
  )
  await screen.findByText('Monday')
  return held
}

it('the working hours begin the week at its first day, and name the free days', async () => {
  await show({ workingHours: [{ day: 1, from: '08:00', to: '16:00' }] })
  const days = within(screen.getByRole('list', { name: 'Working hours' })).getAllByRole('listitem')
  expect(days.map((day) => day.firstElementChild?.textContent)).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ])
  expect(screen.getAllByText('Day off')).toHaveLength(6)
})

it('the working hours take a time as it is typed and write it out', async () => {
  const held = await show({ workingHours: [{ day: 1, from: '08:00', to: '16:00' }] })
  const from = screen.getByLabelText('Monday: from')
  await userEvent.clear(from)
  await userEvent.type(from, '730')
  await userEvent.tab()
  expect(from).toHaveValue('07:30')
  expect(held.workingHours).toEqual([{ day: 1, from: '07:30', to: '16:00' }])
})

it('the working hours copy a day with its break to all days', async () => {
  const held = await show({
    workingHours: [
      { day: 1, from: '08:00', to: '12:00' },
      { day: 1, from: '13:00', to: '17:00' },
      { day: 3, from: '09:00', to: '10:00' },
    ],
  })
  await userEvent.click(screen.getByRole('button', { name: /Monday to all days/ }))
  expect(held.workingHours).toHaveLength(14)
  expect(held.workingHours.filter(({ day }) => day === 3)).toEqual([
    { day: 3, from: '08:00', to: '12:00' },
    { day: 3, from: '13:00', to: '17:00' },
  ])
})

it('the working hours add hours to a free day, remove them again, and ask for missing ones only later', async () => {
  const held = await show({ workingHours: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Add hours: Sunday' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add hours: Sunday' }))
  expect(held.workingHours).toEqual([
    { day: 0, from: '08:00', to: '16:00' },
    { day: 0, from: '', to: '' },
  ])
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Remove 08:00–16:00, Sunday' }))
  expect(held.workingHours).toEqual([{ day: 0, from: '', to: '' }])
})

it('the working hours say that a company without hours has no days off, and fill in a usual week', async () => {
  const held = await show({ workingHours: [] })
  expect(screen.getAllByText('Around the clock')).toHaveLength(7)
  expect(screen.getByText(/without days off/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Fill in a standard week' }))
  expect(held.workingHours).toEqual(
    [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '16:00' })),
  )
  expect(screen.getAllByText('Day off')).toHaveLength(2)
  expect(screen.queryByText(/without days off/)).toBeNull()
})

it('the working hours say at once what is impossible', async () => {
  await show({
    workingHours: [
      { day: 1, from: '08:00', to: '12:00' },
      { day: 1, from: '11:00', to: '13:00' },
      { day: 2, from: '16:00', to: '16:00' },
      { day: 3, from: 'noon', to: '13:00' },
    ],
  })
  expect(screen.getAllByRole('alert').map((fault) => fault.textContent)).toEqual([
    'Overlaps another time span.',
    'Overlaps another time span.',
    'Start and end are the same.',
    'Not a time of day, such as 08:30.',
  ])
})

it('the working hours say when they end on the next day', async () => {
  await show({ workingHours: [{ day: 5, from: '22:00', to: '06:00' }] })
  const friday = screen.getAllByRole('listitem').find((day) => day.textContent.includes('Friday'))
  expect(friday).toHaveTextContent('ends on the next day')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('the working hours let a shift end on the next day and name what it lacks', async () => {
  const held = await show({
    workingHours: [],
    shifts: [
      { name: 'Night', days: [1], from: '22:00', to: '06:00' },
      { name: 'night ', days: [2], from: '08:00', to: '16:00' },
    ],
  })
  expect(screen.getByText('ends on the next day')).toBeVisible()
  expect(screen.getAllByText('Another shift has this name.')).toHaveLength(2)
  const night = screen.getByRole('group', { name: 'Night' })
  await userEvent.click(within(night).getByRole('checkbox', { name: 'Monday' }))
  expect(held.shifts?.[0]?.days).toEqual([])
  await userEvent.click(within(night).getByRole('checkbox', { name: 'Sunday' }))
  expect(held.shifts?.[0]?.days).toEqual([0])
})

it('the working hours judge spans and shifts as the contract does', () => {
  const span = (from: string, to: string) => ({ day: 1, from, to })
  expect(hasSpanFault([span('08:00', '12:00'), span('12:00', '24:00')])).toBe(false)
  expect(spanFault(span('24:00', '08:00'), [])).toBe('notATime')
  expect(spanFault(span('08:00', '08:00'), [])).toBe('sameTime')
  const night = span('22:00', '06:00')
  expect(spanFault(night, [night, { day: 2, from: '05:00', to: '08:00' }])).toBe('overlaps')
  expect(spanFault(night, [night, { day: 2, from: '06:00', to: '08:00' }])).toBeNull()
  const shift: Shift = { name: 'A', days: [1], from: '22:00', to: '06:00' }
  expect(shiftFault(shift, [shift])).toBeNull()
  expect(shiftFault({ ...shift, to: '22:00' }, [])).toBe('sameTime')
  expect(shiftFault({ ...shift, days: [] }, [])).toBe('dayless')
})

it('a new shift begins with the days of work: Sunday to Thursday for readers of Arabic', async () => {
  const held = await show({ workingHours: [], shifts: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Add a shift' }))
  expect(held.shifts?.[0]?.days).toEqual([0, 1, 2, 3, 4])
  expect(workDaysOf('cs')).toEqual([1, 2, 3, 4, 5])
})
