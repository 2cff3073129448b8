import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '../../../tests/drawing.tsx'
import { Journal } from './Journal.tsx'

const server = pretendServer()

const entries = Array.from({ length: 620 }, (_entry, index) => ({
  id: 620 - index,
  at: '2026-11-20T08:00:00.000Z',
  by: { kind: 'system' },
  entity: 'tag',
  entityId: 7,
  entityName: `Entry ${index + 1}`,
  change: 'created',
  changes: [],
}))

it('goes back to the first of 620 changes, and says on the way how many are left', async () => {
  server.use(
    http.post('http://localhost/api/journal/get', async ({ request }) => {
      const { limit, offset } = (await request.json()) as { limit: number; offset: number }
      return HttpResponse.json({
        count: entries.length,
        rows: entries.slice(offset, offset + limit),
      })
    }),
  )
  await draw(<Journal isPage />, { namespaces: ['entities'] })
  expect(await screen.findByText('and 560 more')).toBeInTheDocument()
  for (let page = 1; page <= 10; page += 1)
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Entry 620')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
})
