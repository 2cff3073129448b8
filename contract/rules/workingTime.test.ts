import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlapping, shiftAt } from './workingTime.ts'

describe('working spans', () => {
  it.each([
    [
      [
        { day: 1, from: '08:00', to: '12:00' },
        { day: 1, from: '12:00', to: '16:00' },
      ],
      false,
    ],
    [
      [
        { day: 1, from: '08:00', to: '12:01' },
        { day: 1, from: '12:00', to: '16:00' },
      ],
      true,
    ],
    [
      [
        { day: 1, from: '08:00', to: '16:00' },
        { day: 2, from: '08:00', to: '16:00' },
      ],
      false,
    ],
    [
      [
        { day: 0, from: '00:00', to: '24:00' },
        { day: 0, from: '23:00', to: '24:00' },
      ],
      true,
    ],
    [[], false],
  ])('%j overlap: %s', (spans, expected) => expect(overlapping(spans)).toBe(expected))
})

describe('the shift at a moment', () => {
  const shifts = [
    { name: 'day', days: [0, 1, 2, 3, 4, 5, 6], from: '07:00', to: '19:00' },
    { name: 'night', days: [0, 1, 2, 3, 4, 5, 6], from: '19:00', to: '07:00' },
  ]
  it.each([
    [1, '07:00', 'day'],
    [1, '18:59', 'day'],
    [1, '19:00', 'night'],
    [0, '02:00', 'night'],
    [1, '06:59', 'night'],
  ])('on day %i at %s is %s', (day, time, name) => expect(shiftAt(shifts, day, time)).toBe(name))
  it('of a Friday night lasts into Saturday, and no longer', () => {
    const friday = [{ name: 'late', days: [5], from: '22:00', to: '02:00' }]
    expect([
      shiftAt(friday, 5, '23:00'),
      shiftAt(friday, 6, '01:59'),
      shiftAt(friday, 6, '02:00'),
      shiftAt(friday, 5, '01:00'),
      shiftAt(friday, 6, '23:00'),
    ]).toEqual(['late', 'late', null, null, null])
  })
  it('is exactly one when two shifts share the day', () => {
    const two = (text: number) => String(text).padStart(2, '0')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        (day, hour, minute) =>
          ['day', 'night'].includes(shiftAt(shifts, day, `${two(hour)}:${two(minute)}`) ?? ''),
      ),
    )
  })
})
