import { expect, it } from 'vitest'
import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'
import { groupWork } from './groups.ts'

const row = (id: number, at: string, dueBy: string | null, isLate = false): OccurrenceRow =>
  ({
    id,
    at,
    dueBy,
    isLate,
    rruleId: 1,
    procedure: { id: 1, name: 'Ward round' },
    equipment: null,
    location: { id: 2, name: 'A3.01' },
    state: isLate ? 'late' : 'due',
    doneAt: null,
    procedureLogId: null,
    version: 1,
  }) as OccurrenceRow

it('my work puts late checks first, then the day’s on the company’s clock, then what may wait', () => {
  const now = new Date('2026-03-10T23:30:00.000Z')
  const rows = [
    row(1, '2026-03-09T08:00:00.000Z', '2026-03-09T22:59:00.000Z', true),
    row(2, '2026-03-10T08:00:00.000Z', '2026-03-11T21:59:00.000Z'),
    row(3, '2026-03-10T08:00:00.000Z', null),
    row(4, '2026-03-12T08:00:00.000Z', '2026-03-12T22:59:00.000Z'),
    row(5, '2026-03-09T08:00:00.000Z', '2026-03-14T22:59:00.000Z'),
  ]
  const ids = (zone: string) =>
    Object.values(groupWork(rows, now, zone)).map((group) => group.map(({ id }) => Number(id)))
  expect(ids('UTC')).toEqual([[1], [3], [2, 4, 5]])
  // In Prague the 11th began half an hour ago, so the deadline is today.
  expect(ids('Europe/Prague')).toEqual([[1], [2, 3], [4, 5]])
})
