/** Limits the work of one rule: all companies share one thread. */
import { expect, it } from 'vitest'
import { occurrences, RuleRefused } from './expand.ts'
import { parseRule } from './rule.ts'

const range = (length: number, from: number) =>
  Array.from({ length }, (_, index) => index + from).join(',')
const every = (text: string) => {
  const { rule } = parseRule(text)
  if (rule === null) throw new Error(`Cannot be read: ${text}`)
  return rule
}

it('the engine refuses a rule that collects a century of minutes to choose two of a year', () => {
  const rule = every(
    `FREQ=YEARLY;BYMONTHDAY=${range(31, 1)};BYHOUR=${range(24, 0)};BYMINUTE=${range(60, 0)};BYSETPOS=366,-366`,
  )
  const refused = () =>
    occurrences({ rule, start: '2026-01-01T00:00', zone: 'Europe/Prague', limit: 200 })
  expect(refused).toThrow(RuleRefused)
  expect(refused).toThrow('tooMuchWork')
})

it.each([
  ['FREQ=MINUTELY', '2199-12-31T23:00'],
  ['FREQ=HOURLY', '2199-12-31T23:00'],
  ['FREQ=MINUTELY', '1970-01-01T00:00'],
])('the engine walks %s from %s without an object for each minute', (text, start) => {
  const from = start > '2026' ? undefined : '2026-11-20T09:00:00.000Z'
  const began = performance.now()
  expect(
    occurrences({
      rule: every(text),
      start,
      zone: 'Europe/Prague',
      limit: 200,
      ...(from === undefined ? {} : { from }),
    }),
  ).toHaveLength(200)
  expect(performance.now() - began).toBeLessThan(2_000) // took minutes before the limit; the bound allows for a slow machine
})
