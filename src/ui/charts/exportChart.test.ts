import { expect, it } from 'vitest'
import { asCsv, csvFile, legendRows, toStandaloneSvg } from './exportChart.ts'

it('a chart’s export contains nothing that a spreadsheet runs', () => {
  expect(
    asCsv(
      ['Name', 'Score'],
      [
        ['Room "A", upper', 87.5],
        ['=1+1', null],
        ['-Pump', 3],
        [';=1+1', -2],
        ['＝cmd()', 1],
      ],
    ),
  ).toBe(
    'Name,Score\r\n"Room ""A"", upper",87.5\r\n\'=1+1,\r\n\'-Pump,3\r\n;\'=1+1,-2\r\n\'＝cmd(),1\r\n',
  )
})

it('a chart’s export has column names without direction marks', async () => {
  const file = csvFile(['\u2068Fridge 1\u2069 (\u20681 – 30 Nov\u2069)'], [[4.5]])
  expect(await file.text()).toContain('Fridge 1 (1 – 30 Nov)\r\n4.5')
})

it('a chart’s picture states its text size, so that labels keep their place', () => {
  document.body.innerHTML =
    '<svg><text style="font-size: 11px; font-family: Inter; fill: rgb(1, 2, 3)">Ward</text></svg>'
  const svg = document.querySelector('svg')
  if (svg === null) throw new Error('no picture')
  const text = toStandaloneSvg(svg, 300, 200).querySelector('text')
  expect([
    text?.getAttribute('font-size'),
    text?.getAttribute('font-family'),
    text?.getAttribute('fill'),
  ]).toEqual(['11px', 'Inter', 'rgb(1, 2, 3)'])
})

it('a chart’s picture puts as many legend names into a row as fit', () => {
  const entries = ['October', 'November', 'A very long name of a sensor'].map((name) => ({
    name,
    colour: 'red',
  }))
  const rows = legendRows(entries, (name) => name.length * 7, 220)
  expect(rows.map((row) => row.map(({ name, from }) => [name, from]))).toEqual([
    [
      ['October', 0],
      ['November', 87],
    ],
    [['A very long name of a sensor', 0]],
  ])
})
