import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateFormat, numberFormat } from '#contract/formatters.ts'
import { languages } from '#contract/languages.ts'
import { valuesMeant } from './ownFieldText.ts'

describe('the values that a filter’s text can mean', () => {
  it.each([
    ['12,5', [12.5]],
    ['12.5', [12.5]],
    ['1,234', [1234, 1.234]],
    ['24.12.2026', ['2026-12-24']],
    ['2026-12-24', ['2026-12-24']],
    ['12/24/2026', ['2026-12-24']],
    ['3/4/2026', ['2026-04-03', '2026-03-04']],
    ['ano', [true]],
    ['нет', [false]],
    ['0', [0, false]],
    ['PO-26', []],
    ['12.5 kg', []],
    ['', []],
  ])('%j → %j', (text, values) => expect(valuesMeant(text)).toEqual(values))

  it('include a number as each language writes it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...languages),
        fc.integer({ min: -9_999_999, max: 9_999_999 }),
        (language, hundredths) => {
          const value = hundredths / 100
          const text = numberFormat(language, { maximumFractionDigits: 2 }).format(value)
          expect(valuesMeant(text), text).toContain(value)
        },
      ),
    )
  })

  it('include a day as each language writes it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...languages),
        fc.date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true }),
        (language, date) => {
          const text = dateFormat(language, {
            day: 'numeric',
            month: 'numeric',
            year: 'numeric',
            timeZone: 'UTC',
          }).format(date)
          expect(valuesMeant(text), text).toContain(date.toISOString().slice(0, 10))
        },
      ),
    )
  })
})
