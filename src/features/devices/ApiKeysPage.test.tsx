import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ApiKeysPage } from './ApiKeysPage.tsx'

const server = pretendServer()
const key = {
  id: 4,
  companyUuid: '0f8f',
  name: 'Ward gateways',
  ips: [],
  expirationDate: null,
  isActive: true,
  hint: 'k3Yz',
  topicKey: '3fa9'.repeat(8),
  RateLimit: { monthLimit: 50_000, counter: 1_234 },
  lastUsedAt: null,
  createdAt: '2026-01-05T10:00:00Z',
  updatedAt: '2026-02-06T10:00:00Z',
  version: 1,
}
const answer = (path: string, body: object) =>
  server.use(http.all(`http://localhost/api/${path}`, () => HttpResponse.json(body)))

it('an API key shows whose it is, when it was made and changed, its limit and its use, in the list and beside it', async () => {
  answer('external-api/api-keys/get', { count: 1, rows: [key] })
  answer('session', {
    user: { id: 1, firstName: 'A', lastName: 'B', name: 'A B', email: 'a@b.test', roles: [] },
    company: {
      id: 7,
      uuid: '0f8f',
      name: 'St. Brigid',
      timezone: 'UTC',
      logoFileId: null,
      weekStart: null,
    },
    language: 'en',
    permissions: [],
    mustSetUpSecondStep: false,
  })
  await draw(<ApiKeysPage />, {
    at: '/external-api/api-keys',
    namespaces: ['gateways', 'entities'],
  })
  const row = await screen.findByRole('row', { name: /Ward gateways/ })
  for (const text of [
    /1,234 \/ 50,000/,
    /St\. Brigid/,
    /5 Jan 2026|Jan 5, 2026/,
    /6 Feb 2026|Feb 6, 2026/,
  ])
    await waitFor(() => expect(row).toHaveTextContent(text))
})

it('an open API key shows everything', async () => {
  answer('external-api/api-keys/get', { count: 1, rows: [key] })
  answer('session', {
    user: { id: 1, firstName: 'A', lastName: 'B', name: 'A B', email: 'a@b.test', roles: [] },
    company: {
      id: 7,
      uuid: '0f8f',
      name: 'St. Brigid',
      timezone: 'UTC',
      logoFileId: null,
      weekStart: null,
    },
    language: 'en',
    permissions: [],
    mustSetUpSecondStep: false,
  })
  await draw(<ApiKeysPage />, {
    at: '/external-api/api-keys?id=4',
    namespaces: ['gateways', 'entities'],
  })
  await screen.findByText('St. Brigid', { selector: 'dd *' })
  const terms = within(
    (await screen.findByText('Created', { selector: 'dt' })).closest('dl') as HTMLElement,
  )
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(terms).toEqual([
    ['Company', 'St. Brigid 0f8f'],
    ['Created', expect.stringContaining('2026')],
    ['Updated', expect.stringContaining('2026')],
    ['Last used', 'Never'],
    ['Calls per month', '50,000'],
    ['This month', '1,234'],
  ])
})

it('an API key shows its topic at the broker, and none if it is limited to networks or there is no broker', async () => {
  const show = async (ips: string[], broker: object | null) => {
    answer('external-api/api-keys/get', { count: 1, rows: [{ ...key, ips }] })
    answer('iot/broker', { broker })
    const { unmount } = await draw(<ApiKeysPage />, {
      at: '/external-api/api-keys?id=4',
      namespaces: ['gateways', 'entities'],
    })
    return unmount
  }
  const broker = { url: 'mqtts://broker.example.org', prefix: 'site' }
  const leave = await show([], broker)
  expect(await screen.findByTestId('key-topic')).toHaveTextContent(
    `site/${key.topicKey}/plantroom/AC:23:3F:C0:10:00`,
  )
  expect(screen.getByText('mqtts://broker.example.org')).toBeVisible()
  leave()
  const leaveAgain = await show(['10.1.0.0/16'], broker)
  expect(await screen.findByText(/Not available over MQTT/)).toBeVisible()
  expect(screen.queryByTestId('key-topic')).toBeNull()
  leaveAgain()
})
