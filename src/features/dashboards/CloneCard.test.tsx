import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { CloneCard } from './CloneCard.tsx'

const server = pretendServer()

it('a card is cloned once, however often Enter is pressed', async () => {
  const user = userEvent.setup()
  const asked = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  server.use(
    http.post('*/api/dashboard-items/4/clone', async () => {
      asked()
      await delay(50)
      return HttpResponse.json({ id: 9 })
    }),
  )
  const card = { id: 4, name: 'Quality' } as unknown as Parameters<typeof CloneCard>[0]['card']
  await draw(<CloneCard card={card} dashboardId={1} onClose={onClose} />, {
    namespaces: ['dashboards'],
  })
  const name = await screen.findByRole('textbox')
  await user.type(name, '{Enter}{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(asked).toHaveBeenCalledOnce()
})
