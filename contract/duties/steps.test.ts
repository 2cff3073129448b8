import { expect, it } from 'vitest'
import { callsUntil, dueTimesOfSteps } from './steps.ts'

const at = (text: string): number => Date.parse(text)
const steps = [{ minutes: 0 }, { minutes: 15 }, { minutes: 30 }]
const MINUTE = 60_000

it('steps are minutes apart, whatever the clock on the wall does at 02:30', () => {
  for (const begun of ['2026-03-29T00:50:00Z', '2026-10-25T00:20:00Z'])
    expect(dueTimesOfSteps(steps, at(begun)).map((due) => (due - at(begun)) / MINUTE)).toEqual([
      0, 15, 45,
    ])
})

it('calls end when somebody has it', () => {
  const calls = (until: number) => callsUntil(steps, 0, until, () => [1]).map(({ step }) => step)
  expect(calls(15 * MINUTE)).toEqual([0])
  expect(calls(15 * MINUTE + 1)).toEqual([0, 1])
  expect(calls(0)).toEqual([])
})

it('a step that finds nobody passes to the next at once', () => {
  const calls = callsUntil(steps, 0, 60 * MINUTE, (step) => (step.minutes === 15 ? [] : [1]))
  expect(calls.map((call) => call.at / MINUTE)).toEqual([0, 15, 15])
})
