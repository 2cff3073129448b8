import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { MetricRange } from '#contract/reports'
import { draw, pretendServer } from '../../../tests/drawing.tsx'
import { useFormat } from '../../lib/format.tsx'
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

it('sums up the ranges asked for and none of those before, also when some of those were equal', async () => {
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
