import type pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { notSignedIn } from '#kernel/http/errors.ts'
import { makeReplica } from './replica.ts'

function scripted({ has }: { has: () => boolean | Error }) {
  let clock = 0
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const asked = vi.fn(() => {
    clock += 100
    const answer = has()
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve({ rows: [{ has: answer }] })
  })
  const fake = (query: () => Promise<object>) =>
    ({ query, end: () => Promise.resolve() }) as unknown as pg.Pool // the only members that are called
  const replica = makeReplica({
    primary: fake(() => Promise.resolve({ rows: [{ position: '0/1' }] })),
    pool: fake(asked),
    log,
    now: () => clock,
  })
  return { replica, log, asked, later: (milliseconds: number) => void (clock += milliseconds) }
}
const report = () => Promise.resolve('report')

describe('replica.read()', () => {
  it('uses a replica that has replayed everything written', async () => {
    const { replica } = scripted({ has: () => true })
    expect(await replica.read(report)).toEqual({ answer: 'report' })
    expect(replica.counts()).toEqual({ answered: 1, left: 0 })
  })

  it('waits a moment for a replica that is behind, and then leaves the read to the database', async () => {
    let looks = 0
    const soon = scripted({ has: () => (looks += 1) > 1 })
    expect(await soon.replica.read(report)).toEqual({ answer: 'report' })
    const never = scripted({ has: () => false })
    expect(await never.replica.read(report)).toBeUndefined()
    expect(never.asked.mock.calls.length).toBeLessThan(6)
    expect(never.log.warn).not.toHaveBeenCalled()
  })

  it('leaves a replica that does not answer, logs it once, and tries again after a rest', async () => {
    let isAway = true
    const { replica, log, asked, later } = scripted({
      has: () => (isAway ? new Error('connect ECONNREFUSED') : true),
    })
    for (let turn = 0; turn < 3; turn += 1) expect(await replica.read(report)).toBeUndefined()
    expect(asked).toHaveBeenCalledTimes(1)
    later(5_000)
    expect(await replica.read(report)).toBeUndefined()
    expect(log.warn).toHaveBeenCalledTimes(1)
    isAway = false
    later(5_000)
    expect(await replica.read(report)).toEqual({ answer: 'report' })
    expect(log.info).toHaveBeenCalledTimes(1)
    expect(replica.counts()).toEqual({ answered: 1, left: 4 })
  })

  it('does not repeat a read that the database would answer the same way', async () => {
    const { replica } = scripted({ has: () => true })
    const slow = Object.assign(new Error('Failed query'), {
      cause: Object.assign(new Error('canceling statement'), { code: '57014' }),
    })
    await expect(replica.read(() => Promise.reject(notSignedIn('ended')))).rejects.toThrow(
      'Please sign in.',
    )
    await expect(replica.read(() => Promise.reject(slow))).rejects.toBe(slow)
    const cut = Object.assign(new Error('conflict with recovery'), { code: '40001' })
    expect(await replica.read(() => Promise.reject(cut))).toBeUndefined()
  })
})
