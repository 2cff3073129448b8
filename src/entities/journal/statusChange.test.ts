import { expect, it } from 'vitest'
import type { JournalEntry } from '#contract/journal/journal.ts'
import { asId } from '#lib/ids.ts'
import { statusChangeOf } from './statusChange.ts'

const status = (id: number) => ({ kind: 'equipmentStatus', id, name: `Status ${id}` })
const entry = (changes: JournalEntry['changes']): JournalEntry => ({
  id: asId('journalEntry', 1),
  at: '2026-11-23T08:00:00.000Z',
  entity: 'equipment',
  entityId: 7,
  entityName: 'Infusion pump 214',
  change: 'updated',
  by: { kind: 'system' },
  isOverwriting: false,
  changes,
})

it('the status change finds the status that an equipment had before', () => {
  expect(statusChangeOf(entry([{ field: 'status', before: status(1), after: status(2) }]))).toEqual(
    { before: 1, after: 2 },
  )
  expect(statusChangeOf(entry([{ field: 'status', before: null, after: status(2) }]))).toEqual({
    before: null,
    after: 2,
  })
})

it('the status change has no way back if more changed, if it is hidden, or for another kind of object', () => {
  const change = { field: 'status', before: status(1), after: status(2) }
  expect(statusChangeOf(entry([change, { field: 'name', before: 'a', after: 'b' }]))).toBeNull()
  expect(statusChangeOf(entry([{ ...change, isHidden: true }]))).toBeNull()
  expect(
    statusChangeOf(entry([{ field: 'status', before: 'In repair', after: 'Available' }])),
  ).toBeNull()
  expect(statusChangeOf({ ...entry([change]), entity: 'location' })).toBeNull()
  expect(statusChangeOf({ ...entry([change]), change: 'created' })).toBeNull()
})
