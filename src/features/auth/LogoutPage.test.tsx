import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { performanceShelf, type Unsent } from '#entities/unsent/device.ts'
import { LogoutPage } from './LogoutPage.tsx'

const server = pretendServer()
const signedOut = vi.fn<() => void>()

const waiting = (clientKey: string) =>
  ({
    clientKey,
    companyId: 1,
    userId: 1,
    files: [],
    refused: null,
    submission: { doneAt: '2026-11-20T08:00:00Z' },
  }) as unknown as Unsent

beforeEach(() => {
  signedOut.mockClear()
  server.use(
    http.post('*/api/logout', () => {
      signedOut()
      return HttpResponse.json({ providerLogout: null })
    }),
  )
})
afterEach(async () => {
  vi.useRealTimers()
  for (const { clientKey } of await performanceShelf.all()) await performanceShelf.drop(clientKey)
})
const show = () => draw(<LogoutPage />, { at: '/logout', path: '/logout', namespaces: ['auth'] })

it('the sign-out page counts waiting work again while it asks, and signs nobody out who has not answered', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await performanceShelf.put(waiting('k1'))
  await performanceShelf.put(waiting('k2'))
  await show()
  await screen.findByRole('heading', { name: '2 entries are waiting on this device' })
  await performanceShelf.drop('k1')
  vi.advanceTimersByTime(3_000)
  await screen.findByRole('heading', { name: '1 entry is waiting on this device' })
  await performanceShelf.drop('k2')
  document.dispatchEvent(new Event('visibilitychange'))
  await screen.findByRole('heading', { name: 'Nothing is waiting to be sent any more' })
  expect(signedOut).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(signedOut).toHaveBeenCalledOnce())
})

it('the sign-out page asks nothing if no work waits', async () => {
  await show()
  await waitFor(() => expect(signedOut).toHaveBeenCalledOnce())
})
