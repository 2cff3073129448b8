import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { SchedulePanel } from './SchedulePanel.tsx'

const server = pretendServer()

it('the schedule panel says once, in itself, that a schedule does not load', async () => {
  server.use(
    http.get('http://localhost/api/rrules/9', () =>
      HttpResponse.json({ message: '', errors: [] }, { status: 404 }),
    ),
  )
  await draw(
    <SchedulePanel
      id={9}
      tab="facts"
      date=""
      onTab={() => undefined}
      onAllDates={() => undefined}
      onClose={() => undefined}
    />,
    { namespaces: ['schedules', 'notices'] },
  )
  await screen.findByText('Not found')
  expect(screen.queryByText('Failed get Schedule')).toBeNull()
})
