import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvLine, withoutGuards } from './csv.ts'

describe('a CSV cell', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['=1+1', "'=1+1"],
    ['+SUM(A1)', "'+SUM(A1)"],
    ['@cmd', "'@cmd"],
    ['-2+3', "'-2+3"],
    ['-12.5', '-12.5'],
    ['+420', '+420'],
    [-3, '-3'],
    [0.0000001, '0.0000001'],
    [null, ''],
    [true, 'true'],
    ['\t=1', "'\t'=1"],
    [';=1+1', ";'=1+1"],
    ["'=1", "''=1"],
    ["'tis", "'tis"],
    ['x; @SUM(A1)', "x; '@SUM(A1)"],
    ['a;b - c', 'a;b - c'],
    ['＝1', "'＝1"],
    ['two\n=1', '"two\n\'=1"'],
  ])('%j is written %s', (value, written) => expect(csvCell(value)).toBe(written))
  it('comes back through a parser, unless it was made harmless', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc
            .string()
            .filter(
              (text) =>
                !/(^|[;\s])'*\s*[=+\-@＝＋－＠]|^'*[\t\r]/.test(text) && !text.includes('\u0000'),
            ),
          { minLength: 1, maxLength: 6 },
        ),
        (cells) => {
          if (cells.every((cell) => cell === '')) return
          expect(parse(csvLine(cells), { relax_column_count: true })).toEqual([cells])
        },
      ),
    )
  })
})

describe('the apostrophes of a CSV cell', () => {
  it.each([
    ["'=1+1", '=1+1'],
    ["'-2+3", '-2+3'],
    ["'\t'=1", '\t=1'],
    ["x; '@SUM(A1)", 'x; @SUM(A1)'],
    ["'+420", "'+420"],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ["it's; 'a'", "it's; 'a'"],
    ["'", "'"],
    ["''=1", "'=1"],
    ["x;''=1", "x;'=1"],
  ])('%j is read as %j', (written, read) => expect(withoutGuards(written)).toBe(read))

  it('that an export puts on are what an import takes off, and no others', () => {
    const risky = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      '\t',
      '\r',
      '\n',
      ';',
      ' ',
      '1',
      'a',
      ',',
      "'",
    )
    fc.assert(
      fc.property(fc.array(risky, { maxLength: 8 }), (letters) => {
        const text = letters.join('')
        const [[cell] = []] = parse(`"x",${csvCell(text)}`, { columns: false }).map(
          ([, second]: string[]) => [second],
        )
        expect(withoutGuards(String(cell))).toBe(text)
      }),
    )
  })
})

it('a CSV line has the separator and the decimal sign of its reader', () => {
  const form = { separator: ';', decimal: ',' } as const
  expect(csvLine(['a;b', 'a,b', -1234.5, '1.5', 0.0000001], form)).toBe(
    '"a;b";a,b;-1234,5;1.5;0,0000001\r\n',
  )
})
