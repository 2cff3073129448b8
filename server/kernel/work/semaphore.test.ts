import { expect, it } from 'vitest'
import { makeSemaphore } from './semaphore.ts'

it('the semaphore runs so many at once, the others in turn, and refuses more with 429 and a time', async () => {
  const turns = makeSemaphore({ atOnce: 2, waiting: 3 })
  let running = 0
  let most = 0
  const finish: (() => void)[] = []
  const work = () => {
    running += 1
    most = Math.max(most, running)
    return new Promise<string>((done) => {
      finish.push(() => {
        running -= 1
        done('done')
      })
    })
  }
  const outcomes = Array.from({ length: 6 }, () =>
    turns.take(work).catch((error: unknown) => error),
  )
  expect(await outcomes[5]).toMatchObject({ status: 429, extra: { retryAfterSeconds: 5 } })
  for (let turn = 0; turn < 5; turn += 1) {
    finish.shift()?.()
    await new Promise(setImmediate)
  }
  expect(await Promise.all(outcomes.slice(0, 5))).toEqual(Array.from({ length: 5 }, () => 'done'))
  expect(most).toBe(2)
})

it('the semaphore continues after a failed call', async () => {
  const turns = makeSemaphore({ atOnce: 1, waiting: 1 })
  await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take(() => Promise.resolve(1))).toBe(1)
})
