import { expect, it } from 'vitest'
import { openCalendar, plan, type Schedule } from './calendar.ts'
import { difference } from './difference.ts'
import { parseRule } from './rule.ts'

const planned = (text: string, change: Partial<Schedule> = {}) => {
  const { rule } = parseRule(text)
  if (rule === null) throw new Error('not read')
  return plan({
    schedule: { rule, start: '2026-03-02T08:00', deadline: { kind: 'endOfDay' }, reminder: null, onHoliday: 'keep', onNonWorkingDay: 'keep', ...change },
    calendar: openCalendar, zone: 'UTC', from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z',
  })
}
const kinds = (before: string, after: string, change: Partial<Schedule> = {}) => {
  const counts: Record<string, number> = {}
  for (const entry of difference(planned(before), planned(after, change), 'UTC')) counts['how' in entry ? entry.how : entry.kind] = (counts['how' in entry ? entry.how : entry.kind] ?? 0) + 1
  return counts
}

it('keeps what is the same', () => expect(kinds('FREQ=WEEKLY', 'FREQ=WEEKLY')).toEqual({ kept: 5 }))
it('moves to another time of the day', () => expect(kinds('FREQ=WEEKLY', 'FREQ=WEEKLY;BYHOUR=10')).toEqual({ sameDay: 5 }))
it('moves to another day of the week', () => expect(kinds('FREQ=WEEKLY;BYDAY=TU', 'FREQ=WEEKLY;BYDAY=WE')).toEqual({ nearest: 4, removed: 1 }))
it('adds and removes', () => {
  expect(kinds('FREQ=WEEKLY;BYDAY=TU', 'FREQ=WEEKLY;BYDAY=TU,TH')).toEqual({ kept: 5, added: 4 })
  expect(kinds('FREQ=WEEKLY;BYDAY=TU,TH', 'FREQ=WEEKLY;BYDAY=TH')).toEqual({ kept: 4, removed: 5 })
  expect(kinds('FREQ=DAILY;COUNT=2', 'FREQ=WEEKLY;COUNT=1')).toEqual({ kept: 1, removed: 1 })
})
it('pairs twice a day in order', () => expect(kinds('FREQ=DAILY;BYHOUR=8,16;COUNT=4', 'FREQ=DAILY;BYHOUR=9,17;COUNT=4')).toEqual({ sameDay: 4 }))
it('says when only the deadline changed', () => {
  const changes = difference(planned('FREQ=WEEKLY;COUNT=1'), planned('FREQ=WEEKLY;COUNT=1', { deadline: { kind: 'hours', hours: 2 } }), 'UTC')
  expect(changes).toMatchObject([{ kind: 'kept', deadlineChanged: true }])
})
