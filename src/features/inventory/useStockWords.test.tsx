import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { StockRow } from '#contract/inventory.ts'
import { StockStateTag, useStockWords } from './useStockWords.tsx'
import { draw, pretendServer } from '#tests/drawing.tsx'

pretendServer()

function Written({ row }: { row: Pick<StockRow, 'amount' | 'state' | 'nextExpiry'> }) {
  const words = useStockWords()
  return (
    <p>
      {words.amount(row.amount, 'vial')} <StockStateTag state={row.state} />{' '}
      {row.nextExpiry !== null && words.day(row.nextExpiry)}
    </p>
  )
}

it('a stock amount is written to its last decimal, and a day as the day it is', async () => {
  await draw(<Written row={{ amount: 1234.000001, state: 'low', nextExpiry: '2027-01-01' }} />, {
    namespaces: ['inventory'],
  })
  const line = screen.getByText(/vial/)
  expect(line).toHaveTextContent('1,234.000001 vial')
  expect(line).toHaveTextContent('1 Jan 2027')
  expect(within(line).getByText('Low')).toBeVisible()
})

it('a stock’s expiry names the month of a day as other dates do', async () => {
  await draw(<Written row={{ amount: 1, state: 'enough', nextExpiry: '2027-06-24' }} />, {
    namespaces: ['inventory'],
    language: 'ar',
  })
  expect(screen.getByText(/vial/)).toHaveTextContent('24 يونيو 2027')
})
