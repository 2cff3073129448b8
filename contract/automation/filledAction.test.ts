import { describe, expect, it } from 'vitest'
import { actionKinds, automationAction, freshAction, kindOfAction } from './actions.ts'
import { filledAction } from './filledAction.ts'

describe('filledAction()', () => {
  it.each(actionKinds)('makes a complete action of the kind %s', (kind) => {
    const action = filledAction(kind, () => 7)
    expect(action).toMatchObject({ kind })
    expect(action && kindOfAction(action).faults(action)).toEqual([])
  })

  it('returns null without the references that an action needs', () => {
    expect(filledAction('changeStatus', () => undefined)).toBeNull()
  })
})

describe('a new action', () => {
  it.each(actionKinds)('of the kind %s has a fault unless the server accepts it', (kind) => {
    const fresh = freshAction(kind)
    expect(
      automationAction.safeParse(fresh).success || kindOfAction(fresh).faults(fresh).length > 0,
    ).toBe(true)
  })
})
