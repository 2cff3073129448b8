import { expect, it } from 'vitest'
import { back, onAgain, stepsFrom, stepTo } from './steps.ts'

it('goes back step by step and on again, and ends the way on with a new step', () => {
  const steps = stepTo(stepTo(stepsFrom('a'), 'b'), 'c')
  expect(back(back(steps)).now).toBe('a')
  expect(onAgain(back(back(steps))).now).toBe('b')
  expect(stepTo(back(steps), 'd')).toMatchObject({ now: 'd', past: ['a', 'b'], future: [] })
  expect(back(stepsFrom('a')).now).toBe('a')
})

it('undoes what was typed in one field at once', () => {
  const typed = stepTo(stepTo(stepTo(stepsFrom(''), 'W', 'title'), 'Wa', 'title'), 'other', 'icon')
  expect(back(typed).now).toBe('Wa')
  expect(back(back(typed)).now).toBe('')
})
