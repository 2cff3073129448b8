import { expect, it } from 'vitest'
import { columnsOf, type Seen } from '#contract/positioning/columns.ts'
import { PositionTable } from './positionTable.ts'

const at = '2026-11-20T09:00:00.000Z'
const seen = (equipmentId: number, change: Partial<Seen> = {}): Seen => ({
  equipmentId,
  floorId: 1,
  roomId: null,
  longitude: 14.4,
  latitude: 50.1,
  accuracy: 2,
  at,
  method: 'distances',
  colour: 'blue',
  isStatic: false,
  glyph: 0,
  ...change,
})
const tableOf = (rows: Seen[]) => {
  const table = new PositionTable()
  table.take(columnsOf(at, rows.length, rows), true)
  return table
}

it('the position table holds many, changes those that an answer names, and keeps the others', () => {
  const table = tableOf(Array.from({ length: 500 }, (_, index) => seen(index + 1)))
  const other = table.of(7)
  table.take(columnsOf(at, 1, [seen(3, { longitude: 14.5, roomId: 9 })]), false)
  expect(table.count).toBe(500)
  expect(table.of(3)).toMatchObject({ roomId: 9, longitude: 14.5 })
  expect(table.of(7)).toBe(other)
})
it('the position table forgets one without losing the last, and everything when a whole answer comes', () => {
  const table = tableOf([seen(1), seen(2), seen(3, { floorId: 8 })])
  table.forget(1)
  expect([table.count, table.of(1), table.of(3)?.floorId]).toEqual([2, null, 8])
  table.take(columnsOf(at, 1, [seen(9)]), true)
  expect([table.count, table.of(2), table.of(9)?.equipmentId]).toEqual([1, null, 9])
})
