import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeTime, meterOfProcess, meterOfThread } from './taskTime.ts'

describe('judgeTime', () => {
  it.each([
    [
      'a task that has worked less than its limit',
      100,
      100,
      { kind: 'goOn', nextMilliseconds: 2_900 },
    ],
    [
      'a task on a machine that does other things',
      100,
      50_000,
      { kind: 'goOn', nextMilliseconds: 2_900 },
    ],
    ['a task near its limit', 2_999, 2_999, { kind: 'goOn', nextMilliseconds: 20 }],
    ['a task that has worked its limit', 3_000, 3_000, { kind: 'tooLong' }],
    ['a task that the machine never gets to', 0, 60_000, { kind: 'busy' }],
  ])('answers for %s', (_, worked, elapsed, verdict) => {
    expect(judgeTime(worked, elapsed, 3_000)).toEqual(verdict)
  })

  it('never blames a task for the time of the machine', () => {
    fc.assert(
      fc.property(fc.nat(2_999), fc.nat(1_000_000), (worked, elapsed) => {
        expect(judgeTime(worked, elapsed, 3_000).kind).not.toBe('tooLong')
      }),
    )
  })
})

describe('meterOfThread', () => {
  it('does not count the work of the main thread', () => {
    const meter = meterOfThread(() => 1)
    for (const end = performance.now() + 200; performance.now() < end;);
    expect(meter()).toBeLessThan(150)
  })
})

describe('meterOfProcess', () => {
  it('counts what the process works and not how long it waits', async () => {
    const file = join(tmpdir(), `plantroom-meter-${process.pid}.cjs`)
    writeFileSync(
      file,
      `process.on('message', () => { const end = process.cpuUsage().user + 300_000
         while (process.cpuUsage().user < end); process.send('done') })`,
    )
    const child = fork(file, { execArgv: [] })
    try {
      await once(child, 'spawn')
      await wait(150)
      const meter = meterOfProcess(child.pid)
      await wait(150)
      const idle = meter()
      child.send('work')
      await once(child, 'message')
      if (process.platform === 'linux') expect(idle).toBeLessThan(120)
      expect(meter() - idle).toBeGreaterThanOrEqual(250)
    } finally {
      child.kill()
    }
  })
})
