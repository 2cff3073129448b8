import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { compilePattern, patternFault, makePatternMatcher, piecesOf } from './pattern.ts'

describe('a text pattern', () => {
  it.each([
    '[A-Z]{2}-\\d{4}',
    '\\d+(\\.\\d+)?',
    '[a-z]+@[a-z]+',
    '(ab|cd)',
    '',
    'a|b',
    '(a+)+',
    '(a|a)*',
    '\\p{L}+',
  ])('may be %s', (pattern) => expect(patternFault(pattern)).toBeNull())
  it.each([
    ['(', 'unreadable'],
    ['[z-a]', 'unreadable'],
    ['(a)\\1', 'tooSlow'],
    ['(?=a)a', 'tooSlow'],
    ['a{1001}', 'tooSlow'],
    ['((a{100}){100}){100}', 'tooSlow'],
    ['(a?){1000}', 'tooSlow'],
  ])('%s is refused: %s', (pattern, fault) => expect(patternFault(pattern)).toBe(fault))

  it('that is slow in other engines runs in linear time', () => {
    const began = performance.now()
    expect(compilePattern('(a+)+b').matcher('a'.repeat(10_000)).matches()).toBe(false)
    // A backtracking engine does not return.
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it('is checked at once, however long and nested', () => {
    const began = performance.now()
    for (const pattern of [
      '('.repeat(2_000),
      `${'(a'.repeat(1_000)}${')*'.repeat(1_000)}`,
      '[['.repeat(1_000),
    ])
      patternFault(pattern)
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it.each([
    '\\pL{999}',
    '(\\pL{999}|)',
    '(?i:\\pL{999})',
    '(a|b|c){999}',
    '(?P<n>a{999})',
    '[]a]{999}',
    '[[:alpha:]]{999}',
    '\\Q[\\Ea{999}',
    '[^\\]]{999}',
  ])('of %s written many times is refused before it is compiled', (piece) => {
    const pattern = piece.repeat(Math.floor(480 / piece.length))
    expect(piecesOf(pattern)).toBeGreaterThan(10_000)
    expect(patternFault(pattern)).toBe('tooSlow')
  })

  it('repeats what stands before a flag', () =>
    expect([piecesOf('a(?i){0,99}'), piecesOf('ab(?i)(?s){99}')]).toEqual([99, 100]))

  it('counts an empty group each time', () => expect(piecesOf('(()){99}')).toBe(99))

  it('is never larger compiled than it was counted to be, for any composition', () => {
    const pieces = [
      'a',
      '.',
      '\\pL',
      '[a-z]',
      '[]x]',
      '[^]x]',
      '[[:digit:]]',
      '\\Q[\\E',
      '(',
      '(?:',
      '(?i)',
      ')',
      '|',
      '*',
      '{9}',
      '{99,}',
      '{0,99}',
      '\\[',
      '\\]',
      '\\',
      '^',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (chosen) => {
        const pattern = chosen.join('')
        const size = sizeOf(pattern)
        // Each piece compiles to a few steps: its own, plus those of surrounding repetitions.
        if (size !== null)
          expect(size).toBeLessThanOrEqual(10 + 8 * (pattern.length + piecesOf(pattern)))
      }),
      { numRuns: 3_000 },
    )
  })

  it('is matched against whole texts, as many as time allows', () => {
    const fits = makePatternMatcher('body.answers', 10_000)
    expect([
      fits('[A-Z]{2}-\\d{4}', 'AB-1234'),
      fits('[A-Z]{2}-\\d{4}', 'x AB-1234'),
      fits('(', 'whatever'),
    ]).toEqual([true, false, true])
    expect(() => fits('a+', 'a'.repeat(10_000))).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ code: 'tooMuchWork' })] }),
    )
  })
})

/** Null if it does not compile. */
function sizeOf(pattern: string): number | null {
  try {
    return compilePattern(pattern).programSize()
  } catch {
    return null
  }
}
