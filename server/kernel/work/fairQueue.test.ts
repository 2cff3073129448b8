import { setImmediate as later } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeFairQueue } from './fairQueue.ts'

function makeWork() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((end) => {
      ends.push(end)
    })
  }
  const endOne = async () => {
    ends.shift()?.()
    await later()
  }
  return { begun, work, endOne }
}

it('the fair queue lets a company in between the many calls of another', async () => {
  const turns = makeFairQueue({ atOnce: 2 })
  const { begun, work, endOne } = makeWork()
  const all = [1, 2, 3, 4, 5].map((each) => turns.take(1, work(`flood ${each}`)))
  all.push(turns.take(2, work('quiet')), turns.take(3, work('calm')))
  await later()
  expect(begun).toEqual(['flood 1', 'flood 2'])
  for (let turn = 0; turn < 7; turn += 1) await endOne()
  expect(begun.slice(2)).toEqual(['flood 3', 'quiet', 'calm', 'flood 4', 'flood 5'])
  await Promise.all(all)
})

it('the fair queue continues after a failed call, and is idle afterwards', async () => {
  const turns = makeFairQueue({ atOnce: 1 })
  const failed = turns.take(1, () => Promise.reject(new Error('no')))
  const after = turns.take(1, () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('no')
  expect(await after).toBe('done')
  expect(await turns.take(2, () => Promise.resolve('at once'))).toBe('at once')
})

it('the fair queue runs at most its limit of one company’s calls at once, and others beside them', async () => {
  const turns = makeFairQueue({ atOnce: 3, perCompany: 1 })
  const { begun, work, endOne } = makeWork()
  const all = [1, 2, 3].map((each) => turns.take(1, work(`flood ${each}`)))
  all.push(turns.take(2, work('quiet')), turns.take(2, work('quiet again')))
  await later()
  expect(begun).toEqual(['flood 1', 'quiet'])
  await endOne()
  expect(begun).toEqual(['flood 1', 'quiet', 'flood 2'])
  await endOne()
  expect(begun).toEqual(['flood 1', 'quiet', 'flood 2', 'quiet again'])
  for (let turn = 0; turn < 3; turn += 1) await endOne()
  await Promise.all(all)
})

it('the fair queue refuses a call of a company that has too many waiting', async () => {
  const turns = makeFairQueue({ atOnce: 1, waiting: 1 })
  const { work, endOne } = makeWork()
  const [first, second] = [turns.take(1, work('first')), turns.take(1, work('second'))]
  await expect(turns.take(1, work('third'))).rejects.toMatchObject({ status: 429 })
  await endOne()
  await endOne()
  await Promise.all([first, second])
  expect(await turns.take(1, () => Promise.resolve('done'))).toBe('done')
})
