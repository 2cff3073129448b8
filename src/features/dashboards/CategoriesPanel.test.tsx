import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { CategoriesPanel } from './CategoriesPanel.tsx'

const server = pretendServer()

it('the categories panel marks the category whose new name is taken', async () => {
  const rows = ['Heat', 'Cold'].map((name, at) => ({ id: at + 1, version: 1, name, cards: 0 }))
  server.use(
    http.get('*/api/dashboard-categories', () => HttpResponse.json({ rows, count: 2 })),
    http.all('*/api/dashboard-categories/2', () =>
      HttpResponse.json(
        {
          message: 'there',
          errors: [{ path: 'body.name', code: 'alreadyThere', message: 'unique' }],
        },
        { status: 409 },
      ),
    ),
  )
  await draw(<CategoriesPanel onClose={() => undefined} />, { namespaces: ['dashboards'] })
  const cold = await screen.findByDisplayValue('Cold')
  await userEvent.clear(cold)
  await userEvent.type(cold, 'Heat{Enter}')
  await screen.findByText('Already used by another item')
  expect(cold).toHaveAttribute('aria-invalid', 'true')
  expect(cold).toHaveAccessibleDescription('Already used by another item')
  expect(screen.getAllByDisplayValue('Heat')[0]).toHaveAttribute('aria-invalid', 'false')
})
