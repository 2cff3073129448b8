import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { Found } from './Found.tsx'

const server = pretendServer()
const namespaces = ['scan', 'entities', 'equipment']

it('an unknown label is put on equipment: its content fills fields, the rest becomes facts', async () => {
  const label = {
    standard: 'gs1',
    gtin: '09506000134352',
    serial: 'SER-77',
    lot: 'LOT-9',
    producedOn: '2026-01-31',
    expiresOn: '2027-12-31',
  }
  const stored = {
    id: 7,
    version: 3,
    name: 'Infusion pump',
    serialNumber: null,
    gtin: null,
    lot: 'LOT-1',
    producedOn: null,
    details: [{ key: 'Colour', value: 'blue' }],
  }
  const sent: unknown[] = []
  server.use(
    http.post('http://localhost/api/search/codes', () =>
      HttpResponse.json({ rows: [], isCut: false, label }),
    ),
    http.post('http://localhost/api/equipment/get-tiny', () =>
      HttpResponse.json({ count: 1, rows: [{ ...stored, equipmentId: 'IP-7', location: null }] }),
    ),
    http.get('http://localhost/api/equipment/7', () => HttpResponse.json(stored)),
    http.put('http://localhost/api/equipment/7', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...stored, version: 4 })
    }),
  )
  await draw(<Found scanned={{ is: 'codes', codes: [{ text: '(01)09506000134352' }] }} />, {
    namespaces,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Assign this label to equipment…' }))
  fireEvent.mouseDown(screen.getByRole('combobox'))
  fireEvent.click(await screen.findByText(/Infusion pump/))
  const save = screen.getAllByRole('button').at(-1)
  if (save === undefined) throw new Error('Nothing saves')
  await waitFor(() => expect(save).toBeEnabled())
  fireEvent.click(save)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    version: 3,
    gtin: '09506000134352',
    serialNumber: 'SER-77',
    producedOn: '2026-01-31',
    details: [
      { key: 'Colour', value: 'blue' },
      { value: 'LOT-9' },
      { value: expect.stringContaining('2027') as unknown },
    ],
  })
  expect(sent[0]).not.toHaveProperty('lot')
})
