import '@testing-library/jest-dom/vitest'
import { act, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { api } from '#api/api.ts'
import { DashboardPage } from './DashboardPage.tsx'

const server = pretendServer()

it('a dashboard leaves the screen once it is no longer shared with its reader', async () => {
  let isShared = true
  const board = {
    id: 3,
    name: 'Rounds of the ward',
    description: null,
    data: { chapters: [{ title: 'Beds', items: [] }] },
    sharedWith: { roles: 0, users: 1 },
    version: 1,
  }
  server.use(
    http.get('http://localhost/api/session', () => HttpResponse.error()),
    http.get('http://localhost/api/dashboards/3', () =>
      isShared ? HttpResponse.json(board) : HttpResponse.json({ errors: [] }, { status: 404 }),
    ),
  )
  const { store } = await draw(<DashboardPage />, {
    namespaces: ['dashboards'],
    at: '/dashboards/3',
    path: '/dashboards/:dashboardId',
  })
  expect(await screen.findByRole('heading', { name: 'Rounds of the ward' })).toBeVisible()
  isShared = false
  act(() => void store.dispatch(api.util.invalidateTags([{ type: 'Dashboard', id: 3 }])))
  expect(await screen.findByText('Not found')).toBeVisible()
  expect(screen.queryByText('Rounds of the ward')).toBeNull()
})
