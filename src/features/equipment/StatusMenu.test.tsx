import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { StatusMenu } from './StatusMenu.tsx'

const server = pretendServer()
const inUse = { id: 1, name: 'In use', colour: 'green', isUsable: true, version: 1 }
const broken = { id: 2, name: 'Broken', colour: 'red', isUsable: false, version: 1 }

it('the status menu changes the status of the open equipment by two presses, and offers the other ones', async () => {
  const asked: unknown[] = []
  server.use(
    http.post('*/api/equipment-statuses/get', () =>
      HttpResponse.json({ count: 2, rows: [inUse, broken] }),
    ),
    http.post('*/api/equipment/bulk-update-status', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ before: [], fellows: 0 })
    }),
  )
  const detail = { id: 5, status: inUse } as unknown as Parameters<typeof StatusMenu>[0]['detail']
  await draw(<StatusMenu detail={detail} />, { namespaces: ['equipment', 'fellows'] })
  fireEvent.click(screen.getByRole('button', { name: 'In use, Set status' }))
  const other = await screen.findByRole('menuitem', { name: 'Broken' })
  expect(screen.queryByRole('menuitem', { name: 'In use' })).toBeNull()
  fireEvent.click(other)
  await waitFor(() => expect(asked).toEqual([{ equipmentIds: [5], statusId: 2 }]))
})
