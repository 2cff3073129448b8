import { describe, expect, it } from 'vitest'
import {
  addFloor,
  changeFloor,
  changeLayer,
  changeRooms,
  nothing,
  restoreFloor,
  restoreRooms,
} from './editCorrections.ts'

const building = 'b'
const room = (id: string) => ({ building, floor: 'f', room: id })
const floor = { building, floor: 'f' }

describe('a step of corrections', () => {
  it('adds facts to a room, and keeps those that it has', () => {
    const once = changeRooms(nothing, [room('1'), room('2')], { kind: 'corridor' })
    expect(changeRooms(once, [room('2')], { name: 'Hall' }).rooms).toEqual([
      { ...room('1'), kind: 'corridor' },
      { ...room('2'), kind: 'corridor', name: 'Hall' },
    ])
  })
  it('removes a correction without facts, and one that is put back', () => {
    const once = changeRooms(nothing, [room('1')], { name: 'Hall' })
    expect(changeRooms(once, [room('1')], { name: undefined }).rooms).toEqual([])
    expect(restoreRooms(once, [room('1')])).toEqual(nothing)
    expect(restoreFloor(changeFloor(nothing, floor, { onto: 'g' }), floor)).toEqual(nothing)
  })
  it('makes a floor for rooms, names it, and takes it away if it is left out', () => {
    const named = { name: 'Upper', shortName: 'U', ordinal: 1 }
    const made = addFloor(nothing, building, named, [room('1')])
    expect(made.rooms).toEqual([{ ...room('1'), onto: 'added 1' }])
    const key = { building, floor: 'added 1' }
    expect(changeFloor(made, key, { name: 'Attic' }).added).toEqual([
      { ...key, ...named, name: 'Attic' },
    ])
    expect(changeFloor(made, key, { isLeftOut: true }).added).toEqual([])
  })
  it('replaces what a kind of feature is drawn as', () => {
    const what = { what: 'fixture', became: 'furnishing' } as const
    const once = changeLayer(nothing, what, 'wall')
    expect(changeLayer(once, what, 'room').layers).toEqual([{ ...what, to: 'room' }])
    expect(changeLayer(once, what, null)).toEqual(nothing)
  })
})
