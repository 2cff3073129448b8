import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '#tests/drawing.tsx'
import { EntityTable } from './EntityTable.tsx'

const answer = { count: 1, rows: [{ id: 1, name: 'Everything' }] }
const failure = { status: 0, errors: [], kind: 'network' } as never
const known = { isFetching: false, refetch: () => undefined }
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

it('a table shows no rows of an earlier search after the next one failed, and they cannot be ticked', async () => {
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

it('a table says that there are more than were counted, and leads beyond them', async () => {
  const long = { count: 10_000, moreThanCount: true, rows: answer.rows }
  await draw(
    <EntityTable
      label="Things"
      columns={[{ key: 'name', title: 'Name', render: ({ name }) => name }]}
      query={{ isFetching: false, refetch: () => undefined, data: long, currentData: long }}
      paging={{ page: 199, size: 50, sort: 'name', change: () => undefined }}
      empty="none"
    />,
    {},
  )
  expect(await screen.findByText(/of more than 10,000/)).toBeVisible()
  expect(screen.getByText('200+')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Next page' })).toBeEnabled()
})

it('a table says that a page after the last is empty, and leads to the last', async () => {
  const asked: object[] = []
  const short = { count: 101, rows: [] as typeof answer.rows }
  await draw(
    <EntityTable
      label="Things"
      columns={[{ key: 'name', title: 'Name', render: ({ name }) => name }]}
      query={{ isFetching: false, refetch: () => undefined, data: short, currentData: short }}
      paging={{ page: 9_999, size: 50, sort: 'name', change: (patch) => asked.push(patch) }}
      empty="none"
    />,
    {},
  )
  expect(await screen.findByText('There is no page 9,999')).toBeVisible()
  expect(screen.queryByText('none')).toBeNull()
  screen.getByRole('button', { name: 'Go to the last page' }).click()
  expect(asked).toEqual([{ page: 3 }])
})

it('a table names on a phone what each cell of a card is, apart from the title and empty cells', async () => {
  type Thing = { id: number; name: string; place: string | null }
  const rows: Thing[] = [{ id: 1, name: 'Pump', place: null }]
  await draw(
    <EntityTable<Thing>
      label="Things"
      columns={[
        { key: 'name', title: 'Name', render: ({ name }) => name },
        { key: 'battery', title: 'Battery', render: () => '92 %' },
        { key: 'never', title: 'Last heard', render: () => <span>Never</span> },
        { key: 'place', title: 'Place', render: ({ place }) => place },
        { key: 'uses', title: 'Used by', phone: 'aside', render: () => 0 },
        { key: 'secret', title: 'Secret', phone: 'hidden', render: () => 'x' },
      ]}
      query={{ ...known, data: { count: 1, rows }, currentData: { count: 1, rows } }}
      paging={{ page: 1, size: 50, sort: 'name', change: () => undefined }}
      empty="none"
    />,
    { isPhone: true },
  )
  expect(screen.getByRole('listitem')).toHaveTextContent(
    /^Pump ?Battery 92 % ?Last heard Never ?Used by 0$/,
  )
})
