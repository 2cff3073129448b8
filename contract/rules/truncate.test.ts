import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prefix, truncate, truncateFileName } from './truncate.ts'

/** Any character; characters beyond U+FFFF are overrepresented. */
const text = fc
  .array(
    fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), fc.constantFrom('😀', '𝒜', 'e\u0301')),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))

describe('a truncated text', () => {
  it('is never longer than asked, never halves a character, and stays whole if it fits', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, max) => {
        for (const cut of [prefix(whole, max), truncate(whole, max)]) {
          expect(cut.length).toBeLessThanOrEqual(max)
          expect(new TextDecoder().decode(new TextEncoder().encode(cut))).toBe(cut)
          if (whole.length <= max) expect(cut).toBe(whole)
        }
        expect(whole.startsWith(prefix(whole, max))).toBe(true)
        if (whole.length > max) expect(truncate(whole, max).endsWith('…')).toBe(true)
      }),
    )
  })

  it('loses at most one unit more than it must', () => {
    expect(prefix('ab😀', 3)).toBe('ab')
    expect(prefix('ab😀', 4)).toBe('ab😀')
    expect(truncate('ab😀c', 4)).toBe('ab…')
    expect(truncate('ab😀c', 5)).toBe('ab😀c')
  })

  it('keeps the extension of a file', () => {
    expect(truncateFileName(`${'x'.repeat(20)}.pdf`, 10)).toBe('xxxxx….pdf')
    expect(truncateFileName('report.pdf', 10)).toBe('report.pdf')
    expect(truncateFileName(`${'x'.repeat(20)}`, 10)).toBe('xxxxxxxxx…')
  })
})
