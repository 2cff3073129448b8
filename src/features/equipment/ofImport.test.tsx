import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { EquipmentPage } from './EquipmentPage.tsx'

const server = pretendServer()

it('the equipment list of an import shows only what it wrote, says so, and shows all again on a press', async () => {
  const asked: unknown[] = []
  server.use(
    http.post('http://localhost/api/equipment/get', async ({ request }) => {
      const body = (await request.json()) as { importId?: number }
      asked.push(body.importId)
      return HttpResponse.json({ count: 0, rows: [] })
    }),
    http.post('http://localhost/api/*', () => HttpResponse.json({ count: 0, rows: [] })),
    http.get('http://localhost/api/*', () => HttpResponse.json([])),
  )
  await draw(<EquipmentPage />, {
    at: '/equipment?import=5',
    path: '/equipment',
    namespaces: ['equipment', 'entities'],
  })
  const end = await screen.findByRole('button', { name: /^Only one import/ })
  expect(asked).toEqual([5])
  fireEvent.click(end)
  await waitFor(() => expect(asked).toEqual([5, undefined]))
  expect(screen.queryByRole('button', { name: /^Only one import/ })).toBeNull()
})
