import { expect, it } from 'vitest'
import { recordChange, historyFrom, undoLast } from '#lib/history.ts'
import { pressGroups } from './tools.ts'

it('undo takes each press of an arrow back by itself, and a held key at once', () => {
  const groupOf = pressGroups()
  let history = historyFrom({ x: 0 })
  const press = (isRepeat = false) => {
    history = recordChange(history, { x: history.now.x + 1 }, groupOf(isRepeat))
  }
  press()
  press()
  press()
  for (let held = 0; held < 10; held += 1) press(true)
  expect(history.now.x).toBe(13)
  history = undoLast(history)
  expect(history.now.x).toBe(2)
  history = undoLast(history)
  expect(history.now.x).toBe(1)
})
