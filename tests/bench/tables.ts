/** Tables of the benchmarks for a terminal. */
import type { Row } from './measures.ts'
import { type Figure, intervalName } from './ratios.ts'

export function printRows(measured: readonly Row[]): void {
  const columns = [...new Set(measured.flatMap(({ values }) => Object.keys(values)))]
  printTable([
    ['', 'where', ...columns],
    ...measured.map(({ what, where, values }) => [
      what,
      where,
      ...columns.map((column) => String(values[column] ?? '')),
    ]),
  ])
}

/** Each pair, then the ratio of each figure with its interval. */
export function printComparison(figures: readonly Figure[]): void {
  const pairs = figures[0]?.pairs.length ?? 0
  printTable(
    [
      ['', 'where', 'figure', ...Array.from({ length: pairs }, (_, pair) => `pair ${pair + 1}`)],
      ...figures.map(({ what, where, name, pairs: own }) => [
        what,
        where,
        name,
        ...own.map(({ here, there }) => `${here} / ${there}`),
      ]),
    ],
    3,
  )
  console.log('')
  printTable(
    [
      ['', 'where', 'figure', 'this / that', 'from', 'to'],
      ...figures.map(({ what, where, name, ratio }) => [
        what,
        where,
        name,
        ...(ratio === undefined
          ? ['–', '', '']
          : [ratio.median, ratio.low, ratio.high].map((value) => value.toFixed(3))),
      ]),
    ],
    3,
  )
  const coverage = figures.find(({ ratio }) => ratio !== undefined)?.ratio?.coverage
  if (coverage !== undefined)
    console.log(`  this / that is the median ratio; ${intervalName(pairs, coverage)}.`)
}

/** `words`: columns that start at the left. */
function printTable(table: readonly (readonly string[])[], words = 2): void {
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? []
  for (const line of table)
    console.log(
      `    ${line.map((cell, column) => (column < words ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`,
    )
}
