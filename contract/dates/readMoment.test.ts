import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInstant, readMinute } from './readMoment.ts'

const zone = 'Europe/Prague'

describe('readInstant', () => {
  it.each([
    ['2026-11-29T14:30:05+01:00', '2026-11-29T13:30:05Z'],
    ['2026-11-29T14:30:05', '2026-11-29T13:30:05Z'],
    ['2026-11-29 14:30', '2026-11-29T13:30:00Z'],
    ['2026-11-29', '2026-11-28T23:00:00Z'],
    ['2026-11-29T13:30:05.123Z', '2026-11-29T13:30:05Z'],
    ['29.11.2026 14:30', '2026-11-29T13:30:00Z'],
    ['11/29/2026 2:30 PM', '2026-11-29T13:30:00Z'],
    ['11/29/2026 12:05 am', '2026-11-28T23:05:00Z'],
    ['2026-10-25T02:30:00+02:00', '2026-10-25T00:30:00Z'],
    ['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00Z'],
  ])('reads %s as %s', (cell, instant) => {
    expect(readInstant(cell, 'unclear', zone)).toEqual({ instant })
  })

  it.each(['soon', '14:30', '2026-02-30 10:00', '2026-11-29 25:00', '2026-11-29 10:61'])(
    'refuses %s',
    (cell) => {
      expect(readInstant(cell, 'unclear', zone)).toEqual({ fault: 'notAnInstant' })
    },
  )

  it('refuses a day whose order is not known', () => {
    expect(readInstant('03/04/2026 10:00', 'unclear', zone)).toEqual({ fault: 'orderUnclear' })
    expect(readInstant('03/04/2026 10:00', 'dayFirst', zone)).toEqual({
      instant: '2026-04-03T08:00:00Z',
    })
  })

  it('reads every instant that is written in ISO 8601, by the second', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('1970-01-02'),
          max: new Date('2199-12-30'),
          noInvalidDate: true,
        }),
        (date) => {
          const instant = date.toISOString().replace(/\.\d+Z$/, 'Z')
          expect(readInstant(instant, 'unclear', zone)).toEqual({ instant })
        },
      ),
    )
  })
})

describe('readMinute', () => {
  it('reads a wall time without a zone', () => {
    expect(readMinute('2026-11-29T08:00', 'unclear')).toEqual({ minute: '2026-11-29T08:00' })
    expect(readMinute('29.11.2026 8:05:00', 'unclear')).toEqual({ minute: '2026-11-29T08:05' })
    expect(readMinute('2026-11-29T08:00Z', 'unclear')).toEqual({ fault: 'notAnInstant' })
  })
})
