import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inSlices, slices } from './breathe.ts'

/** Holds the thread, as work does. */
function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

it('costs no turn before a slice is over', async () => {
  const breathe = slices()
  let turns = 0
  const counting = (async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await setImmediate()
      turns += 1
    }
  })()
  for (let step = 0; step < 100; step += 1) await breathe()
  expect(turns).toBe(0)
  await counting
})

it('what takes others several turns is done between two slices, not one turn a slice', async () => {
  const breathe = slices()
  let turns = 0
  const others = (async () => {
    for (; turns < 5; turns += 1) {
      await setImmediate()
      busy(1)
    }
  })()
  busy(6)
  await breathe()
  expect(turns).toBe(5)
  await others
})

it('goes on though others never stop', async () => {
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      await setImmediate()
      busy(1)
    }
  })()
  const steps = await inSlices(
    (function* work(): Generator<void, number> {
      let done = 0
      for (; done < 10; done += 1) {
        busy(3)
        yield
      }
      return done
    })(),
  )
  expect(steps).toBe(10)
  isOver = true
  await others
})
