import { expect, it } from 'vitest'
import { omittedText, nearestFirst } from './feedOrder.ts'

const now = new Date('2026-11-28T12:00:00Z')
const event = (uid: string, days: number) => ({
  uid,
  stamp: now,
  at: new Date(now.getTime() + days * 86_400_000),
  until: null,
  summary: uid,
  place: null,
  url: '',
  isDone: false,
})

it('the calendar feed with too many events keeps open ones first, then the nearest of all schedules', () => {
  const { shown, cut } = nearestFirst(
    {
      open: [event('open long ago', -200), event('open yesterday', -1)],
      done: [event('done last week', -7), event('done a month ago', -30)],
      coming: [event('in a month', 31), event('tomorrow', 1), event('in a week', 8)],
    },
    now,
    5,
  )
  expect(shown.map(({ uid }) => uid)).toEqual([
    'open yesterday',
    'open long ago',
    'tomorrow',
    'done last week',
    'in a week',
  ])
  expect(cut).toEqual({ open: 0, coming: 1, done: 1 })
})

it('the calendar feed says of each kind how many are left out, and where there are more than were counted', () => {
  const left = { open: 0, coming: 520, done: 3, rules: 0 }
  expect(omittedText('en', left, { coming: true })).toEqual({
    summary: 'Some of your work is not in this calendar',
    description: 'Later dates: ≥ 520 · Done: 3\nPlantroom shows all of it.',
  })
})
