import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wrapText } from './wrapText.ts'

const measure = (part: string): number => Array.from(part).length
const wrap = (text: string, width: number, most: number) => wrapText(text, { width, most, measure })

describe('text on a label', () => {
  it.each([
    ['Infusion pump 101', 10, 3, ['Infusion', 'pump 101']],
    ['Infusion pump 101', 10, 1, ['Infusion…']],
    ['Beatmungsgerät', 5, 3, ['Beatm', 'ungsg', 'erät']],
    ['Pump Beatmungsgerät 7', 6, 5, ['Pump', 'Beatmu', 'ngsger', 'ät 7']],
    ['', 5, 2, []],
    ['  a   b ', 5, 2, ['a b']],
    ['👩‍🔧👩‍🔧', 5, 2, ['👩‍🔧', '👩‍🔧']],
  ])('%s is broken between words, else in them', (text, width, most, lines) =>
    expect(wrap(text, width, most)).toEqual(lines),
  )

  it('stays within its width and lines, and loses nothing without an ellipsis', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'č', 'ш', 'א') }),
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        (text, width, most) => {
          const lines = wrap(text, width, most)
          expect(lines.length).toBeLessThanOrEqual(most)
          for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
          const bare = (part: string) => part.replaceAll(' ', '')
          if (lines.at(-1)?.endsWith('…') !== true) expect(bare(lines.join(''))).toBe(bare(text))
        },
      ),
    )
  })
})
