import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '../../tests/drawing.tsx'
import { EntityTable } from './EntityTable.tsx'

const answer = { count: 1, rows: [{ id: 1, name: 'Everything' }] }
const failure = { status: 0, errors: [], kind: 'network' } as never // told, not read
const table = (query: object) => (
  <EntityTable
    label="Things"
    columns={[
      { key: 'name', title: 'Name', render: ({ name }: { id: number; name: string }) => name },
    ]}
    query={{ isFetching: false, refetch: () => undefined, ...query }}
    paging={{ page: 1, size: 50, sort: 'name', change: () => undefined }}
    empty="none"
  />
)

it('shows no rows of an earlier search once the next one has failed, and they cannot be ticked', async () => {
  const first = await draw(table({ data: answer, isFetching: true }), {})
  expect(screen.getByText('Everything')).toBeVisible()
  first.unmount()
  const failed = await draw(table({ data: answer, error: failure }), {})
  expect(screen.queryByText('Everything')).toBeNull()
  expect(screen.getByRole('button')).toBeVisible()
  failed.unmount()
  await draw(table({ data: answer, currentData: answer, error: failure }), {})
  expect(screen.getByText('Everything')).toBeVisible()
})
