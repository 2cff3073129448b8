import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { prefetchToday } from './prefetchToday.ts'
import { TodayPage } from './TodayPage.tsx'

const server = pretendServer()
const asked: string[] = []
const none = { count: 0, unseen: 0, rows: [] }

beforeEach(() => {
  asked.length = 0
  server.use(
    http.post('http://localhost/api/*', async ({ request }) => {
      asked.push(`${new URL(request.url).pathname} ${JSON.stringify(await request.json())}`)
      return HttpResponse.json(none)
    }),
    http.get('http://localhost/api/*', () => HttpResponse.json({ errors: [] }, { status: 404 })),
  )
})

it('prefetchToday() fetches what the page will ask, and nothing else', async () => {
  const { store } = await draw(<p>The frame</p>)
  asked.length = 0
  prefetchToday(store.dispatch)
  await expect.poll(() => asked.length).toBe(4)
  const ahead = asked.splice(0).toSorted()

  await draw(<TodayPage />, { namespaces: ['today'] })
  await screen.findByText('Nothing to do')
  const own = asked.filter((call) => !call.startsWith('/api/locations/get-in-need'))
  expect(own.toSorted()).toEqual(ahead)
})

it.each([
  [['viewer|reports'], false],
  [[], true],
] as const)(
  'a user with %j and no work finds the building beside their own column: %s',
  async (permissions, isBeside) => {
    await draw(<TodayPage />, {
      namespaces: ['today'],
      token: tokenFor({ permissions: [...permissions] }),
    })
    const building = await screen.findByRole('region', { name: 'Late or broken in the building' })
    expect(screen.getByRole('complementary').contains(building)).toBe(isBeside)
  },
)
