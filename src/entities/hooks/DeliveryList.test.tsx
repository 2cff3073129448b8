import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { HookDelivery } from '#contract/hooks.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { DeliveryList } from './DeliveryList.tsx'

const server = pretendServer()

function failsWith(...errors: string[]) {
  const rows = errors.map((error, index) => ({
    id: index + 1,
    hook: { id: 1, name: 'ERP' },
    automation: null,
    procedureLogId: null,
    isTest: true,
    state: 'failed',
    createdAt: '2026-11-20T09:00:00Z',
    attempts: 1,
    nextAttemptAt: null,
    deliveredAt: null,
    status: null,
    error,
  })) as unknown as HookDelivery[]
  server.use(
    http.post('http://localhost/api/hook-deliveries/get', () =>
      HttpResponse.json({ count: rows.length, rows }),
    ),
    http.get('http://localhost/api/hook-deliveries/1', () =>
      HttpResponse.json({
        ...rows[0],
        key: '7f0c1f6e-2b1d-4f8e-9a55-3f8f6b1f0a11',
        payload: '{}',
        tries: [
          {
            at: '2026-11-20T09:00:00Z',
            milliseconds: 3,
            request: { method: 'POST', url: 'https://erp.example', headers: {} },
            response: null,
            error: errors[0],
          },
        ],
      }),
    ),
  )
}

it.each([
  ['en', /^The connection was refused/, 'The server redirects the call to another address.'],
  ['he', /^החיבור נדחה/, 'השרת מפנה את הקריאה לכתובת אחרת.'],
  ['ru', /^Соединение отклонено/, 'Сервер отправляет вызов на другой адрес.'],
] as const)(
  'the calls of a hook say in %s why they failed',
  async (language, refused, redirect) => {
    failsWith('connect ECONNREFUSED 192.0.2.1:443', 'Answered 302', 'switchedOff')
    await draw(<DeliveryList of={{ automationId: 1 }} />, {
      language,
      namespaces: ['hooks', 'network'],
    })
    const [first, second, third] = await screen.findAllByRole('listitem')
    if (!first || !second || !third) throw new Error('A call is missing')
    expect(within(first).getByText(refused)).toBeVisible()
    expect(within(first).getByText('connect ECONNREFUSED 192.0.2.1:443')).toBeVisible()
    expect(second).toHaveTextContent(redirect)
    expect(within(second).getByText('HTTP 302')).toBeVisible()
    expect(third).not.toHaveTextContent('switchedOff')
  },
)

it('one call of a hook says why a try failed, with the text of the system', async () => {
  failsWith('certificate has expired (CERT_HAS_EXPIRED)')
  await draw(<DeliveryList of={{ hookId: 1 }} />, { namespaces: ['hooks', 'network'] })
  fireEvent.click(await screen.findByRole('button', { name: /certificate/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/^The certificate of the server has expired/)).toBeVisible()
  expect(dialog.getByText('certificate has expired (CERT_HAS_EXPIRED)')).toBeVisible()
})
