import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { EditorPage } from './EditorPage.tsx'

const server = pretendServer()

const card = (id: number, name: string) => ({
  id,
  name,
  showHistory: false,
  width: 6,
  data: { filters: [{ tagIds: [id] }] },
  type: 'averageScore',
  range: 'MONTH',
  dashboardCategoryId: id === 2 ? 9 : null,
})
const boardOf = (version: number, cards: readonly object[]) => ({
  id: 1,
  name: 'Wards',
  isFiltered: true,
  isRestrictedEquipment: false,
  isRestrictedProcedures: false,
  equipmentTypes: [],
  procedureTypes: [],
  locationTypes: [],
  data: { chapters: [{ title: 'One', items: cards }] },
  sharedWith: { roles: 0, users: 0 },
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  version,
})

interface Sent {
  name: string
  data: { chapters: { items: { id: number; name: string }[] }[] }
  version: number
}

/**
 * A server where somebody else deleted the second of two cards and saved. `isAlone`: only the card
 * was deleted, without a save of the dashboard.
 */
function removedByAnother({ refuses = false, isAlone = false } = {}) {
  const there = new Set([1])
  const made: unknown[] = []
  const saved: Sent[] = []
  const deleted: string[] = []
  let now = boardOf(1, [card(1, 'Score'), card(2, 'Hygiene')])
  const notThere = () =>
    HttpResponse.json(
      { message: '', errors: [{ path: '', code: 'notThere', message: 'card' }] },
      { status: 404 },
    )
  server.use(
    http.get('http://localhost/api/dashboards/1', () => HttpResponse.json(now)),
    http.put('http://localhost/api/dashboards/1', async ({ request }) => {
      const body = (await request.json()) as Sent
      now = boardOf(2, [card(1, 'Score')])
      if (!isAlone && body.version !== 2)
        return HttpResponse.json({ message: '', errors: [], current: now }, { status: 409 })
      const ids = body.data.chapters.flatMap(({ items }) => items.map(({ id }) => id))
      if (!ids.every((id) => there.has(id))) return notThere()
      saved.push(body)
      return HttpResponse.json(boardOf(3, []))
    }),
    http.post('http://localhost/api/dashboard-items', async ({ request }) => {
      const body = (await request.json()) as object
      made.push(body)
      if (refuses) return notThere()
      there.add(20)
      return HttpResponse.json({ id: 20, ...body })
    }),
    http.get('http://localhost/api/dashboard-items/:id/card', notThere),
    http.post('http://localhost/api/dashboard-items/get-card', notThere),
    http.get('http://localhost/api/dashboard-items/:id', ({ params }) =>
      there.has(Number(params['id'])) ? HttpResponse.json({ id: params['id'] }) : notThere(),
    ),
    http.delete('http://localhost/api/dashboard-items/:id', ({ params }) => {
      deleted.push(String(params['id']))
      return notThere()
    }),
    http.get('*', () => HttpResponse.json({ count: 0, rows: [] })),
    http.post('*', () => HttpResponse.json({ count: 0, rows: [] })),
  )
  return { made, saved, deleted }
}

const opened = async () => {
  const drawn = await draw(<EditorPage />, {
    path: '/dashboard/:dashboardId/edit',
    at: '/dashboard/1/edit',
    namespaces: ['dashboards', 'entities', 'titles', 'notices'],
    also: [{ path: '/dashboard/:dashboardId', element: <p>The board</p> }],
  })
  fireEvent.change(await screen.findByDisplayValue('Wards'), { target: { value: 'My wards' } })
  return drawn
}
const renameChapter = () =>
  fireEvent.change(screen.getByDisplayValue('One'), { target: { value: 'Our own' } })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('the dashboard editor saves mine over theirs, and creates again the card that the other user removed', async () => {
  const { made, saved } = removedByAnother()
  await opened()
  renameChapter()
  await press('Save the dashboard')
  await press('Save mine')
  await screen.findByText('The board')
  expect(made).toEqual([
    {
      name: 'Hygiene',
      type: 'averageScore',
      range: 'MONTH',
      dashboardCategoryId: 9,
      data: { filters: [{ tagIds: [2] }] },
    },
  ])
  expect(saved).toHaveLength(1)
  expect(saved[0]).toMatchObject({ name: 'My wards', version: 2 })
  expect(saved[0]?.data.chapters[0]?.items).toMatchObject([
    { id: 1, name: 'Score' },
    { id: 20, name: 'Hygiene', width: 6, data: { filters: [{ tagIds: [2] }] } },
  ])
})

it('the dashboard editor leaves the chapters as the other user arranged them if only the name is ours', async () => {
  const { made, saved } = removedByAnother()
  await opened()
  await press('Save the dashboard')
  await press('Save mine')
  await screen.findByText('The board')
  expect(made).toEqual([])
  expect(saved[0]).toMatchObject({ name: 'My wards', version: 2 })
  expect(saved[0]?.data.chapters[0]?.items.map(({ id }) => id)).toEqual([1])
})

it('the dashboard editor leaves out and names a card that cannot be created again', async () => {
  const { saved } = removedByAnother({ refuses: true })
  await opened()
  renameChapter()
  await press('Save the dashboard')
  await press('Save mine')
  await screen.findByText('The board')
  await screen.findByText(/Saved without .*Hygiene/)
  expect(saved[0]?.data.chapters[0]?.items.map(({ id }) => id)).toEqual([1])
})

it('the dashboard editor does not remove again what both removed', async () => {
  const { made, saved, deleted } = removedByAnother()
  await opened()
  await press('Remove: Hygiene')
  await press('Save the dashboard')
  await press('Save mine')
  await screen.findByText('The board')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(made).toEqual([])
  expect(deleted).toEqual([])
})

it('the dashboard editor creates a card again if it alone went, and nobody else changed the dashboard', async () => {
  const { made, saved } = removedByAnother({ isAlone: true })
  await opened()
  await press('Save the dashboard')
  await screen.findByText('The board')
  expect(made).toHaveLength(1)
  expect(saved[0]?.data.chapters[0]?.items.map(({ id }) => id)).toEqual([1, 20])
})

it('the dashboard editor offers to add a chapter in its empty state, and nowhere else', async () => {
  await draw(<EditorPage />, {
    at: '/dashboard/new/edit',
    path: '/dashboard/:dashboardId/edit',
    namespaces: ['dashboards', 'notices'],
  })
  await userEvent.click(await screen.findByRole('button', { name: /Add a chapter/ }))
  expect(screen.queryByText('Start with a chapter')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: /Add a chapter/ })).toBeVisible()
})
