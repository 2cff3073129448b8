import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
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

it('the journal goes back to the first of 620 changes, and says on the way how many are left', async () => {
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
  await screen.findByText('and 560 more')
  for (let page = 1; page <= 10; page += 1)
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('Entry 620')
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
})

it('the journal is grouped by the company’s days, and leads to the author', async () => {
  const by = { kind: 'user', id: 3, name: 'Dana Levi' }
  const rows = [
    { ...entries[0], id: 3, at: '2026-11-21T09:00:00.000Z', by },
    { ...entries[0], id: 2, at: '2026-11-21T08:00:00.000Z' },
    { ...entries[0], id: 1, at: '2026-11-20T08:00:00.000Z' },
  ]
  server.use(
    http.post('http://localhost/api/journal/get', () => HttpResponse.json({ count: 3, rows })),
  )
  await draw(<Journal isPage />, { namespaces: ['entities'] })
  const days = await screen.findAllByText(/ 2026$/)
  expect(days.map(({ textContent }) => textContent)).toEqual([
    'Saturday, 21 November 2026',
    'Friday, 20 November 2026',
  ])
  expect(screen.getByRole('link', { name: 'Dana Levi' })).toHaveAttribute(
    'href',
    '/management/users?id=3',
  )
})

it('the journal distinguishes a very small number from zero', async () => {
  const changes = [{ field: 'Dose', before: null, after: 0.0000001 }]
  server.use(
    http.post('http://localhost/api/journal/get', () =>
      HttpResponse.json({ count: 1, rows: [{ ...entries[0], change: 'updated', changes }] }),
    ),
  )
  await draw(<Journal isPage />, { namespaces: ['entities'] })
  await screen.findByText('0.0000001')
})
