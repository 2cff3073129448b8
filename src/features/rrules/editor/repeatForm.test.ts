import { describe, expect, it } from 'vitest'
import { parseRule, writeRule } from '#contract/recurrence/rule.ts'
import { blankRepeat, formToRule, ruleToForm, timesFit, type RepeatForm } from './repeatForm.ts'

const fits = [
  'RRULE:FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3;COUNT=12',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
  'FREQ=WEEKLY;WKST=SU;BYDAY=MO,WE,FR;BYHOUR=8,14;BYMINUTE=30',
  'FREQ=MONTHLY;BYMONTHDAY=1,15,-1',
  'FREQ=MONTHLY;BYDAY=2TU',
  'FREQ=MONTHLY;BYDAY=1MO,3MO,-1MO;BYMONTH=1,7',
  'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8;UNTIL=20301231',
  'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'RRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20261224\nRDATE:20261228T090000',
]
const beyond = [
  'FREQ=HOURLY',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=DAILY;BYDAY=MO,TU',
  'FREQ=YEARLY;BYWEEKNO=20',
  'FREQ=YEARLY;BYYEARDAY=100',
  'FREQ=WEEKLY;BYMONTH=6',
  'FREQ=DAILY;BYHOUR=8',
  'FREQ=MONTHLY;BYDAY=1MO,2TU',
  'FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=13',
  'DTSTART:20260101T080000\nRRULE:FREQ=DAILY',
  'FREQ=DAILY;UNTIL=20301231T080000Z',
  'FREQ=SOMETIMES',
  '',
  'FREQ=MONTHLY;BYDAY=TU',
]

describe('the form of a rule', () => {
  it.each(fits)('shows %s and returns it character by character', (text) => {
    const form = ruleToForm(text)
    expect(form.mode).toBe('form')
    expect(formToRule(form)).toBe(text)
  })

  it.each(fits)('means the same as %s when it is written again', (text) => {
    const { rule } = parseRule(text)
    expect(formToRule({ ...ruleToForm(text), text: '' })).toBe(rule === null ? '' : writeRule(rule))
  })

  it.each(beyond)('leaves %s as text, unchanged', (text) => {
    const form = ruleToForm(text)
    expect(form.mode === 'text' || formToRule(form) === text).toBe(true)
    expect(formToRule(form)).toBe(text)
  })

  it.each(beyond.slice(0, 10))('has no field for %s', (text) => {
    expect(ruleToForm(text).mode).toBe('text')
  })

  it('is written once it changes', () => {
    expect(formToRule({ ...ruleToForm('FREQ=WEEKLY;BYDAY=TU'), interval: 2 })).toBe(
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
    )
  })
})

describe('the rule of a form', () => {
  const form = (parts: Partial<RepeatForm>): string =>
    formToRule({ ...blankRepeat('MO'), ...parts })
  it.each<[Partial<RepeatForm>, string]>([
    [
      { interval: 2, weekdays: ['TU'], times: ['08:00'] },
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=8;BYMINUTE=0',
    ],
    [{ freq: 'DAILY', weekdays: ['TU'], ends: 'after', count: 3 }, 'RRULE:FREQ=DAILY;COUNT=3'],
    [
      { freq: 'MONTHLY', monthBy: 'weekday', nth: [-1], nthWeekday: 'FR', monthDays: [3] },
      'RRULE:FREQ=MONTHLY;BYDAY=-1FR',
    ],
    [
      { freq: 'YEARLY', monthDays: [1], months: [5], ends: 'on', until: '2030-05-01' },
      'RRULE:FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1;UNTIL=20300501',
    ],
    [
      { leftOut: ['2026-12-24'], added: ['2026-12-28T09:00'] },
      'RRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20261224\nRDATE:20261228T090000',
    ],
  ])('of %j is right', (parts, text) => {
    expect(form(parts)).toBe(text)
    expect(formToRule(ruleToForm(text))).toBe(text)
  })
})

it.each([
  [[], true],
  [['08:00'], true],
  [['08:00', '14:00'], true],
  [['08:00', '08:30', '14:00', '14:30'], true],
  [['08:00', '14:30'], false],
])('the form decides whether times %j can be one rule: %s', (times, fit) => {
  expect(timesFit(times)).toBe(fit)
})
