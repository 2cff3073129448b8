import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { Id } from '#contract/ids.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { useOwnColumns } from './useOwnColumns.tsx'

const server = pretendServer()
const fields = [
  { id: 3, name: 'Floor area', dataType: 'number', unit: 'm²', choices: [] },
  { id: 8, name: 'Order', dataType: 'text', unit: null, choices: [] },
]
const row = { ownValues: [{ fieldId: 3 as Id<'metadataField'>, value: 1234.5 }] }

function List({ ids }: { ids: number[] }) {
  const { among, question, part } = useOwnColumns('location', ids)
  return (
    <>
      {part}
      <p>{JSON.stringify(question)}</p>
      {among([]).map(({ key, title, render }) => (
        <p key={key} aria-label={title}>
          {render(row) ?? 'empty'}
        </p>
      ))}
    </>
  )
}

it('Own columns follow the address, with unit and number format of the reader', async () => {
  server.use(
    http.get('*/api/metadata-fields/location', () =>
      HttpResponse.json({ count: fields.length, rows: fields }),
    ),
  )
  await draw(<List ids={[8, 3, 77]} />, { language: 'cs' })
  expect(await screen.findByLabelText('Floor area')).toHaveTextContent(/^1\s234,5 m²$/)
  expect(screen.getByLabelText('Order')).toHaveTextContent('empty')
  expect(screen.getByText('{"ownColumns":[8,3,77]}')).toBeVisible()
})

it('A list without own columns loads no fields', async () => {
  await draw(<List ids={[]} />)
  expect(screen.getByText('{}')).toBeVisible()
})
