import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { languageNames } from '#lib/i18n/languages.ts'
import { SearchPalette } from './SearchPalette.tsx'

const server = pretendServer()
const check = (id: number, rruleId: number, name: string) => ({
  id,
  rruleId,
  procedure: { id: 7, name },
  equipment: { id: 10 + id, name: `Pump ${id}` },
  location: null,
  place: null,
  at: '2026-11-20T06:00:00.000Z',
  dueBy: '2026-11-20T09:00:00.000Z',
  state: 'due',
  isLate: false,
})

beforeEach(() =>
  server.use(
    http.get('*/api/search', () => HttpResponse.json([])),
    http.post('*/api/occurrences/get', () =>
      HttpResponse.json({
        count: 3,
        rows: [
          check(1, 1, 'Morning round'),
          check(2, 1, 'Morning round'),
          check(3, 2, 'A single check'),
        ],
      }),
    ),
    http.get('*/api/ticket-types', () => HttpResponse.json({ count: 0, rows: [] })),
  ),
)

const drawn = async (permissions?: PermissionGroup[]) => {
  const close = vi.fn()
  const { router } = await draw(<SearchPalette onClose={close} onShowKeys={() => undefined} />, {
    namespaces: [
      'shell',
      'today',
      'tickets',
      'labels',
      'management',
      'entities',
      'schedules',
      'searchWords',
    ],
    ...(permissions === undefined ? {} : { token: tokenFor({ permissions }) }),
  })
  const field = await screen.findByRole('combobox')
  const type = async (words: string) => {
    await userEvent.clear(field)
    await userEvent.type(field, words)
  }
  return { router, close, type }
}
const options = () =>
  within(screen.getByRole('listbox'))
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)

it('the search palette starts the round that is due at its first place, as the button on Today does', async () => {
  const { router, close, type } = await drawn()
  await type('start round')
  await waitFor(() => expect(options()).toEqual(['Start round: Morning round']))
  await userEvent.keyboard('{Enter}')
  expect(close).toHaveBeenCalledOnce()
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/procedure/7/perform?equipmentId=11&round=e12&of=2',
  )
})

it('the search palette offers no round to a user who may perform nothing', async () => {
  const { type } = await drawn([])
  await type('round')
  expect(options().filter((name) => name?.startsWith('Start round'))).toEqual([])
})

it.each(['report prob', 'problem'])(
  'the search palette opens the report of a problem by “%s”',
  async (words) => {
    const { close, type } = await drawn([])
    await type(words)
    expect(options()[0]).toBe('Report a problem')
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Report a problem' })).toBeVisible()
    expect(close).not.toHaveBeenCalled()
  },
)

it.each([
  ['heatmap', 'Equipment heatmap', '/equipment-heatmap'],
  ['nearest eq', 'Nearest equipment', '/nearest-equipment'],
  ['labels', 'Print labels', '/labels'],
])('the search palette knows “%s”', async (words, name, address) => {
  const { router, type } = await drawn([])
  await type(words)
  expect(options()[0]).toBe(name)
  await userEvent.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe(address)
})

it('the search palette changes the language, here and for the account', async () => {
  const kept: unknown[] = []
  server.use(
    http.put('*/api/session/language', async ({ request }) => {
      kept.push(await request.json())
      return HttpResponse.json({ token: tokenFor({ language: 'cs' }) })
    }),
  )
  const { type } = await drawn([])
  await type('language')
  expect(options()).toHaveLength(5)
  await type('language češ')
  expect(options()).toEqual([`Language: ${languageNames.cs}`])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(kept).toEqual([{ language: 'cs' }]))
})

it('the search palette offers the reference lists to their managers only', async () => {
  const { type } = await drawn(['editor|management'])
  await type('inventory it')
  expect(options()).toEqual(['Inventory itemsManagement'])
  await type('gateway types')
  expect(options()).toEqual([])
})

it('the search palette finds a screen and an action by words that are not in their names', async () => {
  const { type } = await drawn(['editor|company'])
  await type('retention')
  await waitFor(() => expect(options()).toEqual(['Data retention']))
  await type('create ticket')
  await waitFor(() => expect(options()[0]).toMatch(/^New ticket/))
})
