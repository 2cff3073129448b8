import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { DetailRow } from '#contract/dashboards/dashboardItems.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { DetailRows } from './DetailRows.tsx'

pretendServer()

const occurrence = {
  type: 'occurrence',
  place: null,
  at: '2026-11-02T08:00:00.000Z',
  score: null,
  doneAt: null,
  rruleId: 4,
  procedureLogId: null,
} as const
const rows = [
  {
    ...occurrence,
    id: 1,
    name: 'Pump check',
    state: 'done',
    doneAt: '2026-11-02T09:00:00.000Z',
    procedureLogId: 77,
  },
  { ...occurrence, id: 2, name: 'Ward round', state: 'notDone' },
  { ...occurrence, id: 3, name: 'Fridge', state: 'notDone', rruleId: null },
] as unknown as DetailRow[]

it('the rows behind a number open the log of what was done and the schedule of what was not, and nothing if both are gone', async () => {
  await draw(<DetailRows rows={rows} />, { namespaces: ['charts'] })
  const links = screen
    .getAllByRole('listitem')
    .map((item) => within(item).queryByRole('link')?.getAttribute('href') ?? null)
  expect(links).toEqual(['/procedure-log/77', '/rrule/4', null])
})
