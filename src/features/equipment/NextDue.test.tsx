import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { NextDue } from './NextDue.tsx'

const server = pretendServer()
const drawn = async (check: object) => {
  server.use(
    http.post('*/api/occurrences/get', () =>
      HttpResponse.json({
        count: 1,
        rows: [
          {
            id: 1,
            procedure: { id: 2, name: 'Fridge temperature' },
            at: '2026-11-19T06:00:00.000Z',
            dueBy: '2026-11-19T09:00:00.000Z',
            ...check,
          },
        ],
      }),
    ),
  )
  await draw(<NextDue id={5} />, { namespaces: ['equipment', 'schedules'] })
  return (await screen.findByText('Fridge temperature')).parentElement
}

it('the next check says as text and by its colour that it is late', async () => {
  expect(await drawn({ state: 'late', isLate: true })).toHaveTextContent(
    /^Next due: Fridge temperature · .+ Late$/,
  )
  const late = screen.getByText('Late').parentElement
  expect(late?.style.getPropertyValue('--tag')).toBe('var(--pr-red)')
})

it('the next check says nothing more if it is in time', async () => {
  await drawn({ state: 'due', isLate: false })
  expect(screen.queryByText('Late')).toBeNull()
})
