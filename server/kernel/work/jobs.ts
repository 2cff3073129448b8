/**
 * Background jobs. A job never overlaps itself. Its times are jittered, so that servers started
 * together do not work in step. It ends with the server.
 */
import type { JobName } from '#contract/health.ts'
import type { Clock } from '#ports/clock.ts'
import { noTracing, type Tracing } from '#ports/tracing.ts'
import type { Log } from './log.ts'

export interface JobOrder {
  name: JobName
  /** Milliseconds between the starts of two runs. */
  every: number
  /** Milliseconds between runs while nothing changes, on any server. Defaults to `every`. */
  everyIdle?: number
  /** Milliseconds to the first run. Defaults to `every`. */
  first?: number
  /** One run. `ending` aborts when the server stops. */
  run(ending: AbortSignal): Promise<unknown>
}

export interface Job {
  /** Runs now, or once more after the present run. */
  wake(): void
}

interface JobReport {
  name: string
  everySeconds: number
  runs: number
  failures: number
  failuresInARow: number
  /** Null before the first run. */
  lastRunAt: string | null
  lastRunMilliseconds: number | null
  lastFailureAt: string | null
}

export interface Jobs {
  start(order: JobOrder): Job
  reports(): JobReport[]
  /** Call when anything changed. Jobs keep their shorter interval for half a minute. */
  noteChange(): void
  /** Starts no more runs, and waits for running ones until the time-out. */
  stop(): Promise<void>
}

/** Milliseconds without a change after which `everyIdle` applies. */
const IDLE_AFTER = 30_000
/** Jitter: at most this part of `every`, either way. */
const SPREAD = 0.1
/** After a run as long as `every`, the pause is at least this part of it. */
const MIN_PAUSE = 0.1
/** A silent mail server must not keep the server from stopping. */
const PATIENCE = 10_000

export function makeJobs(
  log: Log,
  clock: Clock,
  { random = Math.random, tracing = noTracing }: { random?: () => number; tracing?: Tracing } = {},
): Jobs {
  const ending = new AbortController()
  const jobs: {
    report: JobReport
    running: () => Promise<void> | undefined
    hasten: () => void
    end: () => void
  }[] = []
  let changedAt = -Infinity
  const isIdle = () => performance.now() - changedAt >= IDLE_AFTER

  const start = ({ name, every, everyIdle = every, first = every, run }: JobOrder): Job => {
    const report: JobReport = {
      name,
      everySeconds: every / 1000,
      runs: 0,
      failures: 0,
      failuresInARow: 0,
      lastRunAt: null,
      lastRunMilliseconds: null,
      lastFailureAt: null,
    }
    let timer: NodeJS.Timeout | undefined
    let running: Promise<void> | undefined
    let again = false
    let isWaitingIdle = false

    const once = async () => {
      const begun = performance.now()
      report.lastRunAt = clock.now().toISOString()
      try {
        await tracing.span(`job: ${name}`, {}, () => run(ending.signal))
        if (report.failuresInARow > 0)
          log.info({ job: name, failures: report.failuresInARow }, 'a job works again')
        report.failuresInARow = 0
      } catch (error) {
        report.failures += 1
        report.failuresInARow += 1
        report.lastFailureAt = clock.now().toISOString()
        log.error({ err: error, job: name, failuresInARow: report.failuresInARow }, 'a job failed')
      }
      report.runs += 1
      report.lastRunMilliseconds = Math.round(performance.now() - begun)
    }
    const after = (milliseconds: number) => {
      const spread = 1 + SPREAD * (2 * random() - 1)
      timer = setTimeout(go, milliseconds * spread)
    }
    const go = () => {
      if (ending.signal.aborted) return
      if (running) {
        again = true
        return
      }
      clearTimeout(timer)
      isWaitingIdle = false
      running = once().finally(() => {
        running = undefined
        if (ending.signal.aborted) return
        if (again) {
          again = false
          go()
        } else {
          isWaitingIdle = everyIdle > every && isIdle()
          const pause = isWaitingIdle ? everyIdle : every
          after(Math.max(pause - (report.lastRunMilliseconds ?? 0), pause * MIN_PAUSE))
        }
      })
    }
    const hasten = () => {
      if (!isWaitingIdle || ending.signal.aborted) return
      isWaitingIdle = false
      clearTimeout(timer)
      after(every)
    }
    jobs.push({ report, running: () => running, hasten, end: () => clearTimeout(timer) })
    if (!ending.signal.aborted) after(first)
    return { wake: go }
  }

  return {
    start,
    noteChange() {
      const wasIdle = isIdle()
      changedAt = performance.now()
      if (wasIdle) for (const { hasten } of jobs) hasten()
    },
    reports: () => jobs.map(({ report }) => ({ ...report })),
    async stop() {
      ending.abort()
      for (const { end } of jobs) end()
      let patience: NodeJS.Timeout | undefined
      const lost = new Promise<'lost'>((give) => {
        patience = setTimeout(() => give('lost'), PATIENCE)
      })
      const outcome = await Promise.race([
        Promise.all(jobs.map(async ({ running }) => running())).then(() => 'ended' as const),
        lost,
      ])
      clearTimeout(patience)
      if (outcome === 'lost') {
        const left = jobs
          .filter(({ running }) => running() !== undefined)
          .map(({ report }) => report.name)
        log.warn({ jobs: left }, 'these jobs did not end in time; the server stops without them')
      }
    },
  }
}

export const startJob = ({ jobs }: { jobs: Jobs }, order: JobOrder): Job => jobs.start(order)

export function startJobReports(kernel: { jobs: Jobs; log: Log }): void {
  startJob(kernel, {
    name: 'report on the jobs',
    every: 3_600_000,
    first: 300_000,
    run: () => {
      kernel.log.info({ jobs: kernel.jobs.reports() }, 'how the jobs are doing')
      return Promise.resolve()
    },
  })
}
