import { describe, expect, it } from 'vitest'
import { readDay } from './readDay.ts'

describe('readDay', () => {
  it.each([
    ['2021-05-03', '2021-05-03'],
    ['2021-05-03 00:00:00', '2021-05-03'],
    ['2021-05-03T00:00:00.000Z', '2021-05-03'],
    ['3. 5. 2021', '2021-05-03'],
    ['31.12.1965', '1965-12-31'],
    ['20210503', '2021-05-03'],
    ['٢٠٢١-٠٥-٠٣', '2021-05-03'],
    ['3 May 2021', '2021-05-03'],
    ['3. května 2021', '2021-05-03'],
    ['13/05/2021', '2021-05-13'],
    ['1/23/23', '2023-01-23'],
    ['3.4.2021 12:00', '2021-04-03'],
    ['25.12.98', '1998-12-25'],
  ])('reads %s', (cell, day) => {
    expect(readDay(cell, 'unclear')).toEqual({ day })
  })

  it('reads days and months in the order of the column only', () => {
    expect(readDay('03/04/2021', 'dayFirst')).toEqual({ day: '2021-04-03' })
    expect(readDay('03/04/2021', 'monthFirst')).toEqual({ day: '2021-03-04' })
    expect(readDay('03/04/2021', 'unclear')).toEqual({ fault: 'orderUnclear' })
    expect(readDay('13/05/2021', 'monthFirst')).toEqual({ fault: 'notADay' })
    expect(readDay('05/13/2021', 'dayFirst')).toEqual({ fault: 'notADay' })
  })

  it.each([
    '2021-02-31',
    '5/2021',
    '2021',
    'yesterday',
    '2021-05-03T14:30Z',
    '2021-05-03 pump',
    '1650-01-01',
    '',
  ])('refuses %s', (cell) => {
    expect(readDay(cell, 'dayFirst')).toEqual({ fault: 'notADay' })
  })
})
