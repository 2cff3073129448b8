import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { LabelsPage } from './LabelsPage.tsx'
import { PrintAgain } from './PrintAgain.tsx'

const server = pretendServer()

it('a label has the serial number of equipment that has no inventory number', async () => {
  const row = { type: { id: 1, name: 'Pump' }, location: null, locationText: null, tags: [] }
  server.use(
    http.get('http://localhost/api/session', () =>
      HttpResponse.json({ publicUrl: 'https://plantroom.example' }),
    ),
    http.post('http://localhost/api/equipment/get', () =>
      HttpResponse.json({
        count: 2,
        rows: [
          { ...row, id: 1, name: 'Pump A', equipmentId: 'IP-1', serialNumber: 'SER-1' },
          { ...row, id: 2, name: 'Pump B', equipmentId: null, serialNumber: 'SER-2' },
        ],
      }),
    ),
  )
  server.use(
    http.post('http://localhost/api/label-codes', () =>
      HttpResponse.json(
        [1, 2].map((equipmentId) => ({
          equipmentId,
          locationId: null,
          code: `0123456789abcde${equipmentId}`,
          printedAt: null,
        })),
      ),
    ),
    http.get('http://localhost/api/label-codes/to-print', () =>
      HttpResponse.json({ equipment: 7, locations: 0, equipmentIds: [4, 9], locationIds: [] }),
    ),
  )
  await draw(<LabelsPage />, {
    at: '/labels?size=roll62',
    namespaces: ['labels', 'titles', 'labelReports'],
  })
  expect(await screen.findAllByText('IP-1')).not.toHaveLength(0)
  expect(screen.getAllByText('SER-2')).not.toHaveLength(0)
  expect(screen.queryByText('SER-1')).toBeNull()
  expect(await screen.findByText(/^7 pieces of equipment have no printed label/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Print these labels' })).toHaveAttribute(
    'href',
    '/labels?things=4.9',
  )
})

it('links the locations whose labels must be printed again', async () => {
  server.use(
    http.get('http://localhost/api/label-codes/to-print', () =>
      HttpResponse.json({ equipment: 0, locations: 2, equipmentIds: [], locationIds: [3, 8] }),
    ),
  )
  await draw(<PrintAgain of="locations" />, { namespaces: ['labelReports'] })
  expect(await screen.findByRole('link', { name: 'Print these labels' })).toHaveAttribute(
    'href',
    '/labels?of=locations&only=3.8',
  )
})
