import { expect, it } from 'vitest'
import { exportRows, textOf } from './exportRows.ts'

const entry = {
  at: new Date('2026-11-23T08:00:00Z'),
  entity: 'equipment' as const,
  entityId: 7,
  entityName: 'Infusion pump 214',
  change: 'updated',
  byKind: 'user',
  byName: 'Miriam Levi',
}

it('the journal’s export has a line for each changed field, names of objects, and nothing hidden', () => {
  const lines = exportRows({
    ...entry,
    changes: [
      {
        field: 'status',
        before: { kind: 'equipmentStatus', id: 1, name: 'In repair' },
        after: null,
      },
      { field: 'phone', before: '1', after: '2', isHidden: true },
    ],
  })
  expect(lines.map((line) => line.slice(7))).toEqual([
    [{ key: 'status', word: 'field_status' }, '', 'In repair', ''],
    [{ key: 'phone', word: 'field_phone' }, '', null, null],
  ])
  expect(lines[0]?.slice(0, 4)).toEqual([
    { at: Date.parse('2026-11-23T08:00:00Z') },
    { key: 'equipment', word: 'equipment' },
    7,
    'Infusion pump 214',
  ])
})

it('the journal’s export has one line for what was created or deleted', () => {
  expect(exportRows({ ...entry, change: 'deleted', changes: [] })).toHaveLength(1)
})

it('the journal’s export joins lists, and writes values without plain text as JSON', () => {
  expect(textOf(['a', { kind: 'tag', id: 1, name: 'b' }])).toBe('a; b')
  expect(textOf({ clause: { kind: 'score' } })).toBe('{"clause":{"kind":"score"}}')
})
