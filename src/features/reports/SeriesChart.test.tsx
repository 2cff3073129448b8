import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { MetricRange } from '#contract/reports.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { useFormat } from '#lib/format.tsx'
import { SeriesChart } from './SeriesChart.tsx'

pretendServer()

const range = (from: string, to: string): MetricRange => ({
  from,
  to,
  isPartial: false,
  remaining: 0,
  stats: { seriesFetched: 1, executionTimeMsec: 1 },
  series: [
    {
      metric: { __name__: 'temperature', sensorId: 7 as never, name: 'Fridge', place: null },
      values: [[Date.parse(from) / 1000, 4]],
      counts: [1],
      spread: [[1, 1]],
      lowerLimit: null,
      upperLimit: null,
      minimum: 4,
      average: 4,
      maximum: 4,
      coverage: 100,
      lastAt: null,
    },
  ],
})
const year = range('2026-01-01', '2026-12-31')

function Report() {
  const [answers, setAnswers] = useState([year, year, year])
  const format = useFormat()
  return (
    <>
      <button type="button" onClick={() => setAnswers([range('2026-11-01', '2026-11-30')])}>
        November
      </button>
      <SeriesChart
        kind="metrics"
        name="temperature"
        answers={answers}
        step={86_400}
        hasMarkers={false}
        format={format}
        onOpen={() => undefined}
      />
    </>
  )
}

it('the series chart sums up the requested ranges and none of the former, also if some of those were equal', async () => {
  await draw(<Report />, { namespaces: ['reports', 'charts'] })
  const rows = () =>
    within(screen.getByRole('table', { name: 'Summary' }))
      .getAllByRole('row')
      .slice(1)
  expect(rows()).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'November' }))
  expect(rows().map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    expect.stringMatching(/^1.–.30 Nov 2026$/),
  ])
})

it('the series chart draws a colour for each sensor and a dash for each range, in the legend too', async () => {
  const [own] = year.series
  if (own === undefined) throw new Error('There is no series')
  const six = {
    ...year,
    series: [1, 2, 3, 4, 5, 6].map((number) => ({
      ...own,
      // Names repeat: two sensors may share a name.
      metric: { ...own.metric, sensorId: number as never, name: `Fridge ${number % 5}` },
    })),
  }
  function Compared() {
    return (
      <SeriesChart
        kind="metrics"
        name="temperature"
        answers={[six, six]}
        step={86_400}
        hasMarkers={false}
        format={useFormat()}
        onOpen={() => undefined}
      />
    )
  }
  const { container } = await draw(<Compared />, { namespaces: ['reports', 'charts'] })
  const marks = [...container.querySelectorAll('li svg line')].map((line) => [
    line.getAttribute('stroke'),
    line.getAttribute('stroke-dasharray'),
  ])
  expect(marks).toHaveLength(12)
  expect(new Set(marks.map(String)).size).toBe(12)
  const [first, second] = [marks.slice(0, 6), marks.slice(6)]
  expect(new Set(first.map(([colour]) => colour)).size).toBe(6)
  expect(first.map(([colour]) => colour)).toEqual(second.map(([colour]) => colour))
  expect(new Set(first.map(([, dash]) => dash))).toEqual(new Set([null]))
  expect(new Set(second.map(([, dash]) => dash))).toEqual(new Set(['7 4']))
})
