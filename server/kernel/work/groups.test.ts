import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeGroups } from './groups.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** `alone` and `together` end when they are told to. Calls called `refused` run alone. */
function makeWork() {
  const log: string[] = []
  const ends: (() => void)[] = []
  const untilTold = () =>
    new Promise<void>((end) => {
      ends.push(end)
    })
  const groups = makeGroups<string, string>(
    {
      alone: async (call) => {
        log.push(call)
        await untilTold()
        if (call === 'refused') throw new Error('no')
        return `${call} alone`
      },
      together: async (_companyId, calls) => {
        log.push(calls.join('+'))
        await untilTold()
        return calls.map((call) => (call === 'refused' ? null : `${call} together`))
      },
    },
    Date.now,
  )
  const endOne = async () => {
    ends.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { groups, log, endOne }
}

describe('calls of a company', () => {
  it('run at once if none runs, and those that arrive meanwhile run together', async () => {
    const { groups, log, endOne } = makeWork()
    const all = ['a', 'b', 'c'].map((call) => groups.take(1, call))
    expect(log).toEqual(['a'])
    await endOne()
    expect(log).toEqual(['a', 'b+c'])
    await endOne()
    expect(await Promise.all(all)).toEqual(['a alone', 'b together', 'c together'])
  })

  it('do not wait for another company', () => {
    const { groups, log } = makeWork()
    void groups.take(1, 'a')
    void groups.take(2, 'b')
    expect(log).toEqual(['a', 'b'])
  })

  it('run alone after the group if it does not answer them, and fail for themselves', async () => {
    const { groups, log, endOne } = makeWork()
    const first = groups.take(1, 'a')
    const good = groups.take(1, 'b')
    const bad = groups.take(1, 'refused')
    const refused = bad.catch(String)
    await endOne()
    await endOne()
    expect(await good).toBe('b together')
    expect(log).toEqual(['a', 'b+refused', 'refused'])
    await endOne()
    expect(await refused).toContain('no')
    expect(await first).toBe('a alone')
  })

  it('wait a moment after a group for as many as there were, and no longer', async () => {
    const { groups, log, endOne } = makeWork()
    for (const call of ['a', 'b', 'c']) void groups.take(1, call)
    await endOne()
    await endOne()
    void groups.take(1, 'd')
    expect(log).toEqual(['a', 'b+c'])
    void groups.take(1, 'e')
    expect(log).toEqual(['a', 'b+c', 'd+e'])
    await endOne()
    void groups.take(1, 'f')
    await vi.advanceTimersByTimeAsync(8)
    expect(log.at(-1)).toBe('f')
    await endOne()
    void groups.take(1, 'g')
    expect(log.at(-1)).toBe('g')
  })

  it('run at once again some time after a group', async () => {
    const { groups, log, endOne } = makeWork()
    for (const call of ['a', 'b', 'c']) void groups.take(1, call)
    await endOne()
    await endOne()
    await vi.advanceTimersByTimeAsync(200)
    void groups.take(1, 'd')
    expect(log.at(-1)).toBe('d')
  })

  it('do not wait for a slow group for long', async () => {
    const { groups, log } = makeWork()
    for (const call of ['slow', 'b', 'c']) void groups.take(1, call)
    await vi.advanceTimersByTimeAsync(99)
    expect(log).toEqual(['slow'])
    await vi.advanceTimersByTimeAsync(1)
    expect(log).toEqual(['slow', 'b+c'])
  })

  it('run by fifty at most', async () => {
    const { groups, log, endOne } = makeWork()
    for (let call = 0; call < 80; call += 1) void groups.take(1, `${call}`)
    await endOne()
    await endOne()
    expect(log.map((group) => group.split('+').length)).toEqual([1, 50])
    await vi.advanceTimersByTimeAsync(8)
    expect(log.map((group) => group.split('+').length)).toEqual([1, 50, 29])
  })
})
