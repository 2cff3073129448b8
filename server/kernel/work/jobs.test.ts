import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeClock } from '#ports/clock.ts'
import { startJobReports, makeJobs } from './jobs.ts'

const clock = new FakeClock('2026-11-20T09:00:00Z')
const logged: [level: string, facts: Record<string, unknown>, message: string][] = []
const say = (level: string) => (facts: object, message: string) =>
  void logged.push([level, { ...facts }, message])
const log = { info: say('info'), warn: say('warn'), error: say('error') }
const exactly = () => 0.5

function held() {
  let begun = 0
  const ends: (() => void)[] = []
  return {
    run: () => {
      begun += 1
      return new Promise<void>((end) => ends.push(end))
    },
    begun: () => begun,
    async end() {
      ends.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  logged.length = 0
})
afterEach(() => vi.useRealTimers())

describe('a job', () => {
  it('runs at its interval, counted from the beginning of a run', async () => {
    const { run, begun, end } = held()
    makeJobs(log, clock, { random: exactly }).start({ name: 'visits', every: 1000, run })
    await vi.advanceTimersByTimeAsync(999)
    expect(begun()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(begun()).toBe(1)
    await vi.advanceTimersByTimeAsync(300)
    await end()
    await vi.advanceTimersByTimeAsync(699)
    expect(begun()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(begun()).toBe(2)
  })

  it('begins early if it asks for it', async () => {
    const { run, begun } = held()
    makeJobs(log, clock, { random: exactly }).start({
      name: 'visits',
      every: 60_000,
      first: 0,
      run,
    })
    await vi.advanceTimersByTimeAsync(1)
    expect(begun()).toBe(1)
  })

  it('never overlaps itself, and pauses after a run that took too long', async () => {
    const { run, begun, end } = held()
    makeJobs(log, clock, { random: exactly }).start({ name: 'visits', every: 1000, run })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(begun()).toBe(1)
    await end()
    await vi.advanceTimersByTimeAsync(99)
    expect(begun()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(begun()).toBe(2)
  })

  it('is woken at once, or once more after the run under way', async () => {
    const { run, begun, end } = held()
    const job = makeJobs(log, clock, { random: exactly }).start({
      name: 'visits',
      every: 60_000,
      run,
    })
    job.wake()
    expect(begun()).toBe(1)
    job.wake()
    job.wake()
    expect(begun()).toBe(1)
    await end()
    expect(begun()).toBe(2)
    await end()
    expect(begun()).toBe(2)
  })

  it('is spread by a tenth either way', async () => {
    for (const [random, at] of [
      [0, 900],
      [1, 1100],
    ] as const) {
      const { run, begun } = held()
      makeJobs(log, clock, { random: () => random }).start({ name: 'visits', every: 1000, run })
      await vi.advanceTimersByTimeAsync(at - 1)
      expect(begun()).toBe(0)
      await vi.advanceTimersByTimeAsync(2)
      expect(begun()).toBe(1)
    }
  })

  it('reports its runs and failures, and continues after a failure', async () => {
    const outcomes = [true, false, false, true]
    const jobs = makeJobs(log, clock, { random: exactly })
    jobs.start({
      name: 'visits',
      every: 1000,
      run: () => (outcomes.shift() ? Promise.resolve() : Promise.reject(new Error('stumbled'))),
    })
    expect(jobs.reports()).toMatchObject([{ name: 'visits', runs: 0, lastRunAt: null }])
    await vi.advanceTimersByTimeAsync(3000)
    expect(jobs.reports()).toMatchObject([
      {
        everySeconds: 1,
        runs: 3,
        failures: 2,
        failuresInARow: 2,
        lastRunAt: '2026-11-20T09:00:00.000Z',
        lastRunMilliseconds: 0,
        lastFailureAt: '2026-11-20T09:00:00.000Z',
      },
    ])
    expect(logged.filter(([level]) => level === 'error')).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1000)
    expect(jobs.reports()).toMatchObject([{ runs: 4, failures: 2, failuresInARow: 0 }])
    expect(logged.at(-1)).toEqual(['info', { job: 'visits', failures: 2 }, 'a job works again'])
  })

  it('counts a run that throws before it begins as a failure', async () => {
    const jobs = makeJobs(log, clock, { random: exactly })
    jobs.start({
      name: 'visits',
      every: 1000,
      run: () => {
        throw new Error('at once')
      },
    })
    await vi.advanceTimersByTimeAsync(2000)
    expect(jobs.reports()).toMatchObject([{ runs: 2, failures: 2 }])
  })

  it('logs its state now and then', async () => {
    const jobs = makeJobs(log, clock, { random: exactly })
    startJobReports({ jobs, log })
    await vi.advanceTimersByTimeAsync(300_000)
    expect(logged).toMatchObject([['info', { jobs: [{ runs: 0 }] }, 'how the jobs are doing']])
  })
})

describe('stopping the jobs', () => {
  it('waits for runs under way, asks them to end, and starts no more', async () => {
    const { run, begun, end } = held()
    const jobs = makeJobs(log, clock, { random: exactly })
    let signal: AbortSignal | undefined
    const job = jobs.start({
      name: 'visits',
      every: 1000,
      run: (ending) => {
        signal = ending
        return run()
      },
    })
    await vi.advanceTimersByTimeAsync(1000)
    job.wake()
    let stopped = false
    const stopping = jobs.stop().then(() => {
      stopped = true
    })
    await vi.advanceTimersByTimeAsync(100)
    expect(signal?.aborted).toBe(true)
    expect(stopped).toBe(false)
    await end()
    await stopping
    job.wake()
    await vi.advanceTimersByTimeAsync(5000)
    expect(begun()).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
    expect(logged).toEqual([])
  })

  it('gives up on a run that does not end', async () => {
    const { run } = held()
    const jobs = makeJobs(log, clock, { random: exactly })
    jobs.start({ name: 'visits', every: 1000, run })
    await vi.advanceTimersByTimeAsync(1000)
    const stopping = jobs.stop()
    await vi.advanceTimersByTimeAsync(10_000)
    await stopping
    expect(logged).toMatchObject([['warn', { jobs: ['visits'] }, expect.any(String)]])
  })
})

describe('a job with an idle interval', () => {
  const start = () => {
    let runs = 0
    const run = () => Promise.resolve((runs += 1))
    const jobs = makeJobs(log, clock, { random: exactly })
    jobs.start({ name: 'calls to hooks', every: 2_000, everyIdle: 10_000, run })
    return { jobs, runs: () => runs }
  }

  it('keeps its shorter interval for half a minute after a change, and is rare after that', async () => {
    const { jobs, runs } = start()
    jobs.noteChange()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(runs()).toBe(15)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(runs()).toBe(18)
  })

  it('is rare after its first run if nothing has changed since the start', async () => {
    const { runs } = start()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(runs()).toBe(1)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(runs()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs()).toBe(2)
  })

  it('runs within the shorter interval after a change', async () => {
    const { jobs, runs } = start()
    await vi.advanceTimersByTimeAsync(61_000)
    const before = runs()
    jobs.noteChange()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(runs()).toBe(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs()).toBe(before + 1)
  })

  it('does not run again because of a change after the end of the server', async () => {
    const { jobs, runs } = start()
    await vi.advanceTimersByTimeAsync(61_000)
    const before = runs()
    await jobs.stop()
    jobs.noteChange()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs()).toBe(before)
  })
})
