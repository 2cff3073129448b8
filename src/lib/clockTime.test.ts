import { expect, it } from 'vitest'
import { isClockTime, minutesOf, readClockTime } from './clockTime.ts'

it.each([
  ['8', '08:00'],
  ['08', '08:00'],
  ['830', '08:30'],
  ['1730', '17:30'],
  ['8:30', '08:30'],
  [' 8.30 ', '08:30'],
  ['24', '24:00'],
  ['24:00', '24:00'],
  ['0', '00:00'],
  ['24:01', null],
  ['25', null],
  ['8:60', null],
  ['8:3', null],
  ['', null],
  ['noon', null],
  ['12345', null],
])('readClockTime() reads %j as %j', (typed, time) => expect(readClockTime(typed)).toBe(time))

it('isClockTime() accepts no end later than midnight', () => {
  expect(['00:00', '23:59', '24:00', '24:30', '8:00'].map(isClockTime)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(minutesOf('24:00')).toBe(1440)
})
