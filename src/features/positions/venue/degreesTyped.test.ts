import { expect, it } from 'vitest'
import { degreesTyped } from './degreesTyped.ts'

it.each([
  ['50.088, 14.42', 50.088, 14.42],
  [' 50.088,14.42 ', 50.088, 14.42],
  ['50,088; 14,42', 50.088, 14.42],
  ['50,088 14,42', 50.088, 14.42],
  ['-33.86 151.2', -33.86, 151.2],
  ['50 14', 50, 14],
])('degrees typed as %j are read, latitude first', (text, latitude, longitude) => {
  expect(degreesTyped(text)).toEqual({ latitude, longitude })
})

it.each(['', '50.088', '50.088, 14.42, 3', '91, 14', 'Prague', '50,088,14,42'])(
  'degrees typed as %j are not read',
  (text) => expect(degreesTyped(text)).toBeNull(),
)
