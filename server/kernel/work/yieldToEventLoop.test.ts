import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { runInSlices, makeYielder } from './yieldToEventLoop.ts'

let time = 0
const timeNow = () => time
beforeEach(() => {
  time = 0
})

/** Simulates other users of the event loop: one turn after the other, a millisecond each. */
function others(turns: number) {
  const done = { turns: 0 }
  const end = (async () => {
    for (; done.turns < turns; done.turns += 1) {
      await setImmediate()
      time += 1
    }
  })()
  return { done, end }
}

it('yieldToEventLoop() costs no turn before a slice is over', async () => {
  const yieldToLoop = makeYielder(timeNow)
  const { done, end } = others(3)
  for (let step = 0; step < 100; step += 1) await yieldToLoop()
  expect(done.turns).toBe(0)
  await end
})

it('yieldToEventLoop() gives others several turns between two slices', async () => {
  const yieldToLoop = makeYielder(timeNow)
  const { done, end } = others(5)
  time += 6
  await yieldToLoop()
  expect(done.turns).toBe(5)
  await end
})

it('yieldToEventLoop() returns after ten milliseconds even if others never stop', async () => {
  const { done, end } = others(100)
  const steps = await runInSlices(
    (function* work(): Generator<void, number> {
      for (let step = 1; step <= 3; step += 1) {
        time += 6
        yield
      }
      return 3
    })(),
    timeNow,
  )
  expect(steps).toBe(3)
  expect(done.turns).toBeGreaterThan(20)
  expect(done.turns).toBeLessThan(40)
  await end
})
