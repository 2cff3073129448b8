import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ChartBlock, type ChartTable } from './ChartBlock.tsx'

pretendServer()

const equal: ChartTable = {
  columns: ['Place', 'Score 2026', 'Count 2026', 'Score 2026', 'Count 2026'],
  rows: [['Ward', 90, 4, 90, 4]],
}
const other: ChartTable = {
  columns: ['Place', 'Score Nov', 'Count Nov', 'Score Oct', 'Count Oct'],
  rows: [['Ward', 80, 1, 70, 2]],
}

function Report() {
  const [table, setTable] = useState(equal)
  return (
    <>
      <button type="button" onClick={() => setTable(other)}>
        Months
      </button>
      <ChartBlock title="Scores" table={table}>
        <p>bars</p>
      </ChartBlock>
    </>
  )
}

it('a chart’s table puts the headings of ranges above their numbers, also after two equal ones', async () => {
  await draw(<Report />, { namespaces: ['charts'] })
  fireEvent.click(screen.getByRole('button', { name: 'Show as a table: Scores' }))
  const heads = () =>
    within(screen.getByRole('table', { name: 'Scores' }))
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent)
  expect(heads()).toEqual(equal.columns)
  fireEvent.click(screen.getByRole('button', { name: 'Months' }))
  expect(heads()).toEqual(other.columns)
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    'Ward',
    '80',
    '1',
    '70',
    '2',
  ])
})
