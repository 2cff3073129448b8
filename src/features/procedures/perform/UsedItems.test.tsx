import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { UsedItem } from '#contract/automation/facts.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { UsedItems } from './UsedItems.tsx'

const server = pretendServer()

function Used() {
  const [used, setUsed] = useState<readonly UsedItem[]>([
    { itemId: 1, amount: 1, discardedDoses: 0 },
    { itemId: 2, amount: 1, discardedDoses: 0 },
  ])
  return <UsedItems procedureId={4} used={used} onChange={setUsed} />
}

it('the used items show the stock beside the use, and that it is too little', async () => {
  const item = { unit: 'ml', hasDoses: false, categoryId: null, used: 0, discarded: 0, lowAt: 0 }
  server.use(
    http.post('http://localhost/api/inventories/get', () =>
      HttpResponse.json({
        count: 2,
        rows: [
          { ...item, id: 1, name: 'Alcohol', inStock: 12 },
          { ...item, id: 2, name: 'Gauze', inStock: null },
        ],
      }),
    ),
  )
  await draw(<Used />, { namespaces: ['procedures'] })
  await screen.findByText('In stock: 12 ml')
  expect(screen.getAllByText(/in stock/i)).toHaveLength(1)
  const amount = screen.getByRole('spinbutton', { name: 'Alcohol: Amount' })
  await userEvent.clear(amount)
  await userEvent.type(amount, '20')
  await userEvent.tab()
  await screen.findByText('Only 12 ml in stock')
})
