import '@testing-library/jest-dom/vitest'
import { act, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { PrintHead } from './PrintHead.tsx'

const server = pretendServer()
afterEach(() => vi.useRealTimers())

it('a print says whose numbers it shows, of what, and when and by whom it was printed', async () => {
  server.use(
    http.get('http://localhost/api/session', () =>
      HttpResponse.json({ user: { name: 'Ada Keller' }, company: { name: 'St. Brigid Hospital' } }),
    ),
  )
  await draw(<PrintHead lines={['1 – 30 Nov 2026', '', 'of type Infusion pump']} />)
  await screen.findByText('St. Brigid Hospital')
  expect(screen.getByText('of type Infusion pump')).toBeInTheDocument()
  vi.useFakeTimers({ now: Date.parse('2026-12-01T09:30:00Z') })
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getByText('Printed 1 Dec 2026, 09:30 by Ada Keller')).toBeInTheDocument()
})
