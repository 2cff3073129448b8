import { expect, it } from 'vitest'
import { refuseHugeText } from './bodySize.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

it('the bound of a body accepts a body within the limits, whatever its texts contain', () => {
  for (const text of [
    '',
    '{}',
    nested(64),
    JSON.stringify(Array.from({ length: 49_999 }, () => ({}))),
    JSON.stringify({ note: `${'[{,"\\'.repeat(100_000)}` }),
    '"never ends \\',
    ']]]',
  ]) {
    expect(() => refuseHugeText(text)).not.toThrow()
  }
})

it('the bound of a body refuses a body that is too deep or too large, before it is parsed', () => {
  const keys = JSON.stringify(
    Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1])),
  )
  for (const text of [
    nested(65),
    nested(900_000),
    keys,
    `{"a":"\\"",${'"b":[],'.repeat(60_000)}"c":1}`,
    '[],'.repeat(60_000),
  ]) {
    expect(() => refuseHugeText(text)).toThrow('cannot be read as it is')
  }
})
