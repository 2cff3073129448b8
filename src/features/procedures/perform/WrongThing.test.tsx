import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { PerformPage } from './PerformPage.tsx'

const server = pretendServer()
const asked: unknown[] = []
const fridges = { id: 2, name: 'Medicine fridge' }

beforeEach(() => {
  localStorage.clear()
  asked.length = 0
  server.use(
    http.get('*/api/procedures/4', () =>
      HttpResponse.json({
        id: 4,
        name: 'Fridge check',
        type: { id: 1, name: 'Round', isTracer: false },
        target: 'equipment',
        equipmentTypeIds: [fridges.id],
        description: null,
        isActive: true,
        isSigned: false,
        version: 3,
        questions: [],
        triggeredEvents: [],
      }),
    ),
    http.get('*/api/equipment/5', () =>
      HttpResponse.json({ id: 5, name: 'Pump 5', type: { id: 9, name: 'Infusion pump' } }),
    ),
    http.get('*/api/equipment/6', () =>
      HttpResponse.json({ id: 6, name: 'Fridge 6', type: fridges, location: null }),
    ),
    http.post('*/api/occurrences/get', () =>
      HttpResponse.json({
        count: 1,
        rows: [{ id: 1, equipment: { id: 6, name: 'Fridge 6' }, location: null }],
      }),
    ),
    http.post('*/api/equipment/get', async ({ request }) => {
      asked.push(await request.json())
      const location = { id: 3, name: 'Ward 2' }
      return HttpResponse.json({ count: 30, rows: [{ id: 7, name: 'Fridge 7', location }] })
    }),
  )
})

it('the perform page says before any work that the procedure is not for the equipment, and offers what it is for', async () => {
  await draw(<PerformPage />, {
    at: '/procedure/4/perform?equipmentId=5',
    path: '/procedure/:procedureId/perform',
    namespaces: ['procedures', 'survey'],
  })
  await screen.findByText('Pump 5 has the type Infusion pump')
  expect(screen.queryByRole('button', { name: 'Submit' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Choose another' }))
  const due = await screen.findByRole('button', { name: 'Fridge 6' })
  const other = await screen.findByRole('button', { name: /Fridge 7.*Ward 2/ })
  expect(due.compareDocumentPosition(other)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByText(/29 more/)).toBeInTheDocument()
  expect(asked).toEqual([
    expect.objectContaining({ filter: { equipmentTypeIds: [fridges.id] }, sort: 'name' }),
  ])
  await userEvent.click(due)
  await screen.findByRole('button', { name: /Submit/ })
})

it('the perform page says that equipment of a round is gone, asks for it no more, and continues with the next', async () => {
  let asks = 0
  server.use(
    http.get('*/api/equipment/8', () => {
      asks += 1
      return HttpResponse.json(
        { message: 'gone', errors: [{ path: '', code: 'notThere', message: 'equipment' }] },
        { status: 404 },
      )
    }),
  )
  await draw(<PerformPage />, {
    at: '/procedure/4/perform?equipmentId=8&round=e6&of=2',
    path: '/procedure/:procedureId/perform',
    namespaces: ['procedures', 'survey', 'today'],
  })
  await screen.findByRole('heading', { name: 'This no longer exists' })
  expect(screen.queryByRole('button', { name: 'Submit' })).not.toBeInTheDocument()
  expect(asks).toBe(1)
  await userEvent.click(screen.getByRole('link', { name: /skip/i }))
  await screen.findByText('Fridge 6')
})

it('the perform page allows a check of equipment that could not be loaded, and asks no more than the form does', async () => {
  let asks = 0
  server.use(
    http.get('*/api/equipment/8', () => {
      asks += 1
      return HttpResponse.json({}, { status: 503 })
    }),
  )
  await draw(<PerformPage />, {
    at: '/procedure/4/perform?equipmentId=8',
    path: '/procedure/:procedureId/perform',
    namespaces: ['procedures', 'survey', 'today'],
  })
  await screen.findByRole('button', { name: /Submit/ })
  await waitFor(() => expect(asks).toBeGreaterThan(1))
  await screen.findByRole('button', { name: /Submit/ })
  expect(asks).toBeLessThan(5)
})
