import { expect, it } from 'vitest'
import { applyCommand, type Command } from './drawing/commands.ts'
import { emptyPlan, type Plan } from './drawing/plan.ts'
import { rectangle } from './drawing/shapes.ts'
import { impossibleIn } from './impossible.ts'

const start = emptyPlan({ name: 'First floor', shortName: '1', ordinal: 1 })
const after = (commands: readonly Command[], plan: Plan = start): Plan =>
  commands.reduce((now, command) => {
    const next = applyCommand(now, command)
    return 'plan' in next ? next.plan : now
  }, plan)
const room = (x: number, wide = 5): Command => ({
  do: 'addRoom',
  corners: rectangle({ x, y: 0 }, { x: x + wide, y: 4 }),
})

it('the note on an impossible plan names the rooms that lie on each other, and chooses them', () => {
  const plan = after([
    room(0),
    room(4),
    { do: 'changeRooms', keys: ['n2'], facts: { name: 'Store' } },
  ])
  expect(impossibleIn(plan, start)).toEqual([
    { code: 'roomsOverlap', names: ['1.01', '1.02 Store'], keys: ['n1', 'n2'] },
  ])
})

it('the note on an impossible plan chooses the opening whose wall has gone, and names the room beside it', () => {
  const plan = after([
    room(0),
    { do: 'addWall', from: { x: 20, y: 0 }, to: { x: 30, y: 0 } },
    { do: 'setOpening', kind: 'door', at: { x: 25, y: 0 }, wide: 1, reach: 1 },
    { do: 'addRoom', corners: rectangle({ x: 40, y: -20 }, { x: 45, y: 20 }) },
  ])
  expect(impossibleIn(plan, start)).toEqual([])
  const gone = after([{ do: 'remove', keys: ['n2'] }], plan)
  expect(impossibleIn(gone, plan)).toEqual([
    { code: 'doorAwayFromWall', names: ['1.02'], keys: ['n3'] },
  ])
})

it('the note on an impossible plan says nothing of what was so before', () => {
  const before = after([room(0), room(4)])
  const named = after([{ do: 'facts', facts: { name: 'Second floor' } }], before)
  expect(impossibleIn(named, before)).toEqual([])
})
