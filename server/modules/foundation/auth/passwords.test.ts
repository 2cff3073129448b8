import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { formsOf, hashPassword, passwordFits } from './passwords.ts'

const password = 'Žluťoučký-1'
const [composed, apart] = [password.normalize('NFC'), password.normalize('NFD')]
const asTyped = (text: string) => hash(text, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

it.each([composed, apart])(
  'a new password matches however its marks are typed: %j',
  async (chosen) => {
    const kept = await hashPassword(chosen)
    expect(await passwordFits(kept, composed)).toBe(true)
    expect(await passwordFits(kept, apart)).toBe(true)
    expect(await passwordFits(kept, 'Zlutoucky-1')).toBe(false)
  },
)

it.each([composed, apart, `${apart.slice(0, 5)}${composed.slice(3)}`])(
  'a password stored in another form still matches: %j',
  async (chosen) => {
    const kept = await asTyped(chosen)
    expect(await passwordFits(kept, chosen)).toBe(true)
  },
)

it('a password stored decomposed matches when typed composed, and the reverse', async () => {
  expect(await passwordFits(await asTyped(apart), composed)).toBe(true)
  expect(await passwordFits(await asTyped(composed), apart)).toBe(true)
})

it('a password of plain letters is checked once, any other equally often for every account', () => {
  expect(formsOf('Plantroom1')).toEqual(['Plantroom1'])
  expect(formsOf(composed)).toEqual([composed, apart])
  expect(formsOf(apart)).toEqual([composed, apart])
})

it('an account without a password matches nothing', async () => {
  expect(await passwordFits(null, 'nobody has this password')).toBe(false)
  expect(await passwordFits(undefined, composed)).toBe(false)
})
