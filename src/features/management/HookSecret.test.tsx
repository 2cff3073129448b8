import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { HookSecret } from './HookSecret.tsx'

const server = pretendServer()

it('a hook’s secret is shown after a question, and not again when the panel is opened again', async () => {
  let made = 0
  server.use(
    http.post('http://localhost/api/api-hooks/7/secret', () => {
      made += 1
      return HttpResponse.json({ secret: 'plh_fresh' })
    }),
  )
  const { unmount } = await draw(<HookSecret id={7} />, { namespaces: ['management'] })
  await userEvent.click(screen.getByRole('button', { name: /New secret/ }))
  const question = within(await screen.findByRole('tooltip'))
  expect(made).toBe(0)
  await userEvent.click(question.getByRole('button', { name: 'New secret' }))
  expect(await screen.findByText('plh_fresh')).toBeVisible()
  expect(made).toBe(1)
  unmount()
  await draw(<HookSecret id={7} />, { namespaces: ['management'] })
  expect(screen.queryByText('plh_fresh')).toBeNull()
})
