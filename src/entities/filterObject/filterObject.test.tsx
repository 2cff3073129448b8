import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { readAddress, writeAddress } from '#lib/addressState.ts'
import { filterAddress, filterFrom, filterPatch, toFilterQuery } from './filterAddress.ts'
import { FilterObjectEditor } from './FilterObjectEditor.tsx'
import { withList, type FilterDraft } from './filterDraft.ts'
import { useFilterSummary } from './useFilterSummary.ts'

const server = pretendServer()
const rows = (...names: string[]) =>
  HttpResponse.json({
    count: names.length,
    rows: names.map((name, index) => ({
      id: index + 1,
      name,
      usedBy: 0,
      version: 1,
      colour: 'red',
      isUsable: true,
    })),
  })

beforeEach(() =>
  server.use(
    http.get('http://localhost/api/equipment/user-permitted-types', () =>
      rows('Pump', 'Ventilator'),
    ),
    http.post('http://localhost/api/equipment-types/get', () => rows('Pump', 'Ventilator')),
    http.post('http://localhost/api/equipment-statuses/get', () => rows('In use')),
  ),
)

function Editor({ start }: { start: FilterDraft }) {
  const [filter, setFilter] = useState(start)
  const summary = useFilterSummary(filter)
  return (
    <>
      <p>{summary}</p>
      <output>{JSON.stringify(filter)}</output>
      <FilterObjectEditor value={filter} onChange={setFilter} />
    </>
  )
}

it('a filter object survives the way into an address and back', () => {
  const filter: FilterDraft = { equipmentTypeIds: [1, 2], tagIds: [7] }
  const written = writeAddress(filterAddress, new URLSearchParams('id=3'), filterPatch(filter))
  expect(filterFrom(readAddress(filterAddress, written))).toEqual(filter)
  expect(written.get('id')).toBe('3')
  expect(toFilterQuery(filter)).toEqual({ type: '1.2', tag: '7' })
})

it('a filter object leaves an empty list out, because it asks nothing', () => {
  expect(withList({ tagIds: [1] }, 'tagIds', [])).toEqual({})
})

it('the filter object’s list takes as many as the server does, and says what to choose for more', async () => {
  const many = Array.from({ length: 600 }, (_, index) => index + 1)
  expect(withList({}, 'equipmentTypeIds', many).equipmentTypeIds).toHaveLength(500)
  await draw(<Editor start={{ equipmentTypeIds: many.slice(0, 500) }} />, {
    namespaces: ['entities'],
  })
  expect(await screen.findByText(/At most 500 in one list/)).toBeVisible()
})

it('a filter object is described as a text', async () => {
  await draw(<Editor start={{ equipmentTypeIds: [1, 2], equipmentStatusIds: [1] }} />, {
    namespaces: ['entities'],
  })
  expect(await screen.findByText('of type Pump or Ventilator, in status In use')).toBeVisible()
})

it('an empty filter object is described as no restriction', async () => {
  await draw(<Editor start={{}} />, { namespaces: ['entities'] })
  expect(await screen.findByText('all equipment, at all locations')).toBeVisible()
})

it('the filter object’s editor removes a condition', async () => {
  await draw(<Editor start={{ equipmentTypeIds: [1] }} />, { namespaces: ['entities'] })
  await userEvent.click(
    await screen.findByRole('button', { name: 'Remove the condition: Equipment types' }),
  )
  expect(screen.getByText('{}')).toBeInTheDocument()
})
