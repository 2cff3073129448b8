import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { EquipmentTree } from './EquipmentTree.tsx'

const server = pretendServer()
const group = (id: number | null, name: string | null, equipmentCount: number) => ({
  id,
  name,
  colour: null,
  path: id === null ? [] : [{ id: 1, name: 'Building A' }],
  equipmentCount,
})
const thing = (id: number) => ({
  id,
  name: `Bed ${id}`,
  equipmentId: null,
  type: { id: 1, name: 'Bed' },
  status: null,
  location: { id: 4, name: 'Ward' },
  locationText: null,
  tags: [],
  isStatic: false,
  alertsCount: 0,
  updatedAt: '2026-11-20T08:00:00.000Z',
  version: 1,
})

async function show() {
  const asked: unknown[] = []
  server.use(
    http.post('http://localhost/api/equipment/get-groups', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ count: 3, rows: [group(4, 'Ward', 60), group(null, null, 1)] })
    }),
    http.post('http://localhost/api/equipment/get', async ({ request }) => {
      const body = (await request.json()) as { limit: number }
      asked.push(body)
      return HttpResponse.json({
        count: 60,
        rows: Array.from({ length: Math.min(60, body.limit) }, (_, index) => thing(index + 1)),
      })
    }),
  )
  await draw(
    <EquipmentTree
      by="location"
      onBy={vi.fn<() => void>()}
      which={{ search: 'bed' }}
      currentId={2}
      linkTo={({ id }) => `?id=${id}`}
      empty="nothing"
    />,
    { namespaces: ['equipment', 'entities'] },
  )
  return asked
}

it('the equipment tree loads a branch when it is opened, with the page’s search, and says how many more there are', async () => {
  const asked = await show()
  const branch = await screen.findByRole('button', { name: /Ward Building A 60/ })
  expect(branch).toHaveAttribute('aria-expanded', 'false')
  expect(asked).toMatchObject([{ by: 'location', search: 'bed' }])
  await userEvent.click(branch)
  const current = await screen.findByRole('link', { name: 'Bed 2' })
  expect(current).toHaveAttribute('href', '/?id=2')
  expect(current).toHaveAttribute('aria-current', 'true')
  expect(asked.at(-1)).toMatchObject({ group: { by: 'location', id: 4 }, search: 'bed' })
  await userEvent.click(screen.getByRole('button', { name: 'and 10 more' }))
  expect(await screen.findByRole('link', { name: 'Bed 60' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Bed 51' })).toHaveFocus()
})

it('the equipment tree names what is at no location, and how many branches are not shown', async () => {
  await show()
  const branches = await screen.findByRole('list', { name: 'Equipment' })
  expect(within(branches).getByText('No location')).toBeVisible()
  expect(screen.getByText('and 1 more')).toBeVisible()
})
