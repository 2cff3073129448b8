import { expect, it } from 'vitest'
import { madeOfOwnWords, passwordFaults } from './password.ts'

const own = ['tomas.novak@stbrigid.test', 'Tomáš', 'Novák', 'St. Brigid Hospital']

it.each([
  'Novak2026',
  'Tomas123',
  'Brigid-2026',
  'Hospital1',
  'Plantroom1',
  'NovákNovák1',
  'tomasnovak99',
])('the password rule counts %s as little more than words known of the person', (password) => {
  expect(madeOfOwnWords(password, own)).toBe(true)
})

it.each(['Novak is kind to 9 cats', 'Sample1x', 'Stairs-under-4-lamps', 'Bri9gid.x'])(
  'the password rule accepts %s',
  (password) => {
    expect(madeOfOwnWords(password, own)).toBe(false)
  },
)

it.each(['Sample1x\u0000', 'Sample1x\u0007', 'Sample1x\ud800', 'Sam\nple1x'])(
  'the password rule ignores characters that nobody types (%j)',
  (password) => {
    expect(passwordFaults(password)).toContain('notText')
  },
)

it('the password rule accepts letters and signs of any script', () => {
  expect(passwordFaults('Žluťoučký 1 🐎')).toEqual([])
})
