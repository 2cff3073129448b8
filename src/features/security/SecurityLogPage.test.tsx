import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { SecurityLogPage } from './SecurityLogPage.tsx'

const server = pretendServer()
const adam = { id: 1, name: 'Adam Keeper' }
const eva = { id: 2, name: 'Eva Sample' }
const rows = [
  {
    id: 3,
    at: '2026-11-20T09:02:00.000Z',
    kind: 'personalDataViewed',
    user: eva,
    by: adam,
    network: '10.0.0.7',
    detail: { call: '/api/users/{id}' },
  },
  {
    id: 2,
    at: '2026-11-20T09:01:00.000Z',
    kind: 'signedIn',
    user: adam,
    by: adam,
    network: '10.0.0.7',
    detail: { way: 'own', source: null },
  },
  {
    id: 1,
    at: '2026-11-20T09:00:00.000Z',
    kind: 'signInRefused',
    user: eva,
    by: null,
    network: null,
    detail: { way: 'password' },
  },
]

let asked: { kinds?: string[] }[] = []
beforeEach(() => {
  asked = []
  server.use(
    http.post('http://localhost/api/security-log/get', async ({ request }) => {
      const body = (await request.json()) as { kinds?: string[] }
      asked.push(body)
      const found = rows.filter(({ kind }) => body.kinds?.includes(kind) ?? true)
      return HttpResponse.json({ rows: found, count: found.length })
    }),
  )
})

const namespaces = ['securityLog', 'management']
const rowOf = async (word: string) => {
  const row = (await screen.findByText(word)).closest('tr')
  if (row === null) throw new Error(`${word} stands in no row`)
  return within(row)
}

it('the security log page says who did what to whom, and names the same user once', async () => {
  await draw(<SecurityLogPage />, { at: '/security-log', namespaces })
  const viewed = await rowOf('Personal data viewed')
  expect(viewed.getByText('Eva Sample')).toBeVisible()
  expect(viewed.getByText('Adam Keeper')).toBeVisible()
  expect(viewed.getByText('/api/users/{id}')).toBeVisible()
  expect((await rowOf('Signed in')).getAllByText('Adam Keeper')).toHaveLength(1)
  expect((await rowOf('Sign-in refused')).getByText('Not signed in')).toBeVisible()
})

it('the security log page shows the server’s entries in the reader’s language', async () => {
  await draw(<SecurityLogPage />, { at: '/security-log', language: 'he', namespaces })
  expect((await rowOf('הכניסה סורבה')).getByText('סיסמה')).toBeVisible()
  expect(screen.queryByText('password')).toBeNull()
  expect(screen.queryByText('own')).toBeNull()
})

it('the security log page filters by the kind in the address, and clears it', async () => {
  const { router } = await draw(<SecurityLogPage />, {
    at: '/security-log?kind=lockedOut',
    namespaces,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Clear all' }))
  expect(await screen.findByText('Signed in')).toBeVisible()
  expect(asked[0]?.kinds).toEqual(['lockedOut'])
  expect(asked.at(-1)?.kinds).toBeUndefined()
  await waitFor(() => expect(router.state.location.search).not.toContain('lockedOut'))
})

it('the security log page shows nothing to a user who may not read it, and asks for nothing', async () => {
  await draw(<SecurityLogPage />, {
    at: '/security-log',
    token: tokenFor({ permissions: [] }),
    namespaces,
  })
  expect(await screen.findByText(/do not have access/i)).toBeVisible()
  expect(asked).toEqual([])
})
