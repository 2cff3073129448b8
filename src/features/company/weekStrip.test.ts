import { expect, it } from 'vitest'
import { piecesOf } from './weekStrip.ts'

it('the week strip carries a night over into the next day, and from Saturday into Sunday', () => {
  expect(piecesOf([{ name: 'Night', days: [6], from: '22:00', to: '06:00' }])).toEqual([
    { day: 0, from: 0, to: 360, index: 0, lane: 0 },
    { day: 6, from: 1320, to: 1440, index: 0, lane: 0 },
  ])
})

it('the week strip gives shifts that meet a lane each, and shares one where they touch', () => {
  const shift = (from: string, to: string) => ({ name: from, days: [1], from, to })
  expect(
    piecesOf([shift('06:00', '14:00'), shift('14:00', '22:00'), shift('12:00', '16:00')]).map(
      ({ index, lane }) => [index, lane],
    ),
  ).toEqual([
    [0, 0],
    [2, 1],
    [1, 0],
  ])
})

it('the week strip leaves out incomplete shifts, and shows nothing after the midnight of one that ends there', () => {
  expect(
    piecesOf([
      { name: '', days: [1], from: '8', to: '' },
      { name: '', days: [], from: '08:00', to: '09:00' },
    ]),
  ).toEqual([])
  expect(
    piecesOf([
      { name: 'Late', days: [1], from: '16:00', to: '24:00' },
      { name: 'Later', days: [2], from: '20:00', to: '00:00' },
    ]).map(({ day, to }) => [day, to]),
  ).toEqual([
    [1, 1440],
    [2, 1440],
  ])
})
