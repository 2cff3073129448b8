import { describe, expect, it } from 'vitest'
import { patternFault } from './pattern.ts'

describe('a pattern of text', () => {
  it.each(['[A-Z]{2}-\\d{4}', '\\d+(\\.\\d+)?', '[a-z]+@[a-z]+', '(ab|cd)', '', 'a|b'])('%s may be used', (pattern) => expect(patternFault(pattern)).toBeNull())
  it.each([['(', 'unreadable'], ['[z-a]', 'unreadable'], ['(a+)+', 'tooSlow'], ['(a|a)*', 'tooSlow'], ['((a)b)+', 'tooSlow'], ['(x{2,})*', 'tooSlow'], ['(a)\\1', 'tooSlow']])('%s is refused: %s', (pattern, fault) => expect(patternFault(pattern)).toBe(fault))
})
