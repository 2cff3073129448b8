import '@testing-library/jest-dom/vitest'
import { asId } from '#lib/ids.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import type { CardView } from '#contract/dashboards/dashboards.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { CalendarProvider } from '#lib/format.tsx'
import { RowsPanel } from './RowsPanel.tsx'

const server = pretendServer()

const rows = Array.from({ length: 1_829 }, (_row, index) => ({
  id: index + 1,
  type: 'procedureLog',
  name: 'Round',
  place: null,
  at: '2026-11-20T22:30:00.000Z',
  score: 50,
  state: 'done',
  doneAt: null,
  procedureLogId: null,
}))
const card = { id: 4, name: 'Score', type: 'averageScore' } as unknown as CardView

it('the rows panel exports all 1,829 rows, by the company’s clock', async () => {
  server.use(
    http.get('http://localhost/api/dashboards/3/item/4/details', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const [limit, offset] = [
        Number(searchParams.get('limit')),
        Number(searchParams.get('offset') ?? 0),
      ]
      return HttpResponse.json({
        count: 1_840,
        beyondRights: 11,
        value: 50,
        rows: rows.slice(offset, offset + limit),
      })
    }),
    http.get('http://localhost/api/dashboard-items/4/card', () =>
      HttpResponse.json({ message: '', errors: [] }, { status: 404 }),
    ),
  )
  const saved = vi.fn<(content: Blob) => string>(() => 'blob:file')
  // jsdom has neither function.
  Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined })
  const state = {
    range: 'own',
    at: '',
    card: asId('dashboardItem', 4),
    cardAt: '',
    tab: 'counted',
    page: 1,
    share: false,
  } as const
  await draw(
    <CalendarProvider timeZone="Asia/Jerusalem" weekStart={null}>
      <RowsPanel
        card={card}
        dashboardId={3}
        state={state}
        onChange={() => undefined}
        onClose={() => undefined}
      />
    </CalendarProvider>,
    { namespaces: ['dashboards', 'entities'] },
  )
  await userEvent.click(await screen.findByRole('button', { name: /CSV/ }))
  await vi.waitFor(() => expect(saved).toHaveBeenCalled())
  const file = saved.mock.calls[0]?.[0]
  const lines = file instanceof Blob ? (await file.text()).trim().split('\r\n') : []
  expect(lines).toHaveLength(1 + 1_829)
  expect(lines[0]).toContain('Time (Asia/Jerusalem)')
  expect(lines.at(-1)).toContain('2026-11-21 00:30:00')
})
