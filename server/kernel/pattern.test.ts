import { describe, expect, it } from 'vitest'
import { compilePattern, patternFault, patternsWithin } from './pattern.ts'

describe('a pattern of text', () => {
  it.each(['[A-Z]{2}-\\d{4}', '\\d+(\\.\\d+)?', '[a-z]+@[a-z]+', '(ab|cd)', '', 'a|b', '(a+)+', '(a|a)*', '\\p{L}+'])(
    '%s may be used', (pattern) => expect(patternFault(pattern)).toBeNull(),
  )
  it.each([['(', 'unreadable'], ['[z-a]', 'unreadable'], ['(a)\\1', 'tooSlow'], ['(?=a)a', 'tooSlow'], ['a{1001}', 'unreadable'], ['((a{100}){100}){100}', 'unreadable'], ['(a?){1000}', 'tooSlow']])(
    '%s is refused: %s', (pattern, fault) => expect(patternFault(pattern)).toBe(fault),
  )

  it('that is slow elsewhere runs in the time of its text', () => {
    const began = performance.now()
    expect(compilePattern('(a+)+b').matcher('a'.repeat(10_000)).matches()).toBe(false)
    expect(performance.now() - began).toBeLessThan(2_000) // a backtracking engine does not come back
  })

  it('is judged in no time, however long and nested', () => {
    const began = performance.now()
    for (const pattern of ['('.repeat(2_000), `${'(a'.repeat(1_000)}${')*'.repeat(1_000)}`, '[['.repeat(1_000)]) patternFault(pattern)
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it('holds whole texts, and no more of them than there is time for', () => {
    const fits = patternsWithin('body.answers', 10_000)
    expect([fits('[A-Z]{2}-\\d{4}', 'AB-1234'), fits('[A-Z]{2}-\\d{4}', 'x AB-1234'), fits('(', 'whatever')]).toEqual([true, false, true])
    expect(() => fits('a+', 'a'.repeat(10_000))).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ code: 'tooMuchWork' })] }))
  })
})
