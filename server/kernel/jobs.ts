/**
 * What the server does by itself, now and then. A job never overtakes itself, its times are spread
 * so that servers started together do not work together, and it ends with the server.
 */
import type { JobName } from '#contract/health'
import type { Clock } from '../ports/clock.ts'
import { noTracing, type Tracing } from '../ports/tracing.ts'
import type { Log } from './log.ts'

export interface JobOrder {
  name: JobName
  /** Milliseconds from the beginning of one run to that of the next. */
  every: number
  /** Milliseconds to the first run; `every` when absent. */
  first?: number
  /** One run. `ending` tells a long one that the server is being stopped. */
  run(ending: AbortSignal): Promise<unknown>
}

export interface Job {
  /** Runs now, or once more when it is running. */
  wake(): void
}

interface JobReport {
  name: string
  everySeconds: number
  runs: number
  failures: number
  /** Since the last success. */
  failuresInARow: number
  /** Null before the first. */
  lastRunAt: string | null
  lastRunMilliseconds: number | null
  lastFailureAt: string | null
}

export interface Jobs {
  start(order: JobOrder): Job
  /** In the order in which they were started. */
  reports(): JobReport[]
  /** Starts no more runs, and waits for those under way as long as its patience lasts. */
  stop(): Promise<void>
}

/** At most this part earlier or later than `every` says. */
const SPREAD = 0.1
/** A run that takes as long as `every` leaves this part of it to others before the next. */
const MIN_PAUSE = 0.1
/** A mail server that says nothing must not keep a server from stopping. */
const PATIENCE = 10_000

export function makeJobs(
  log: Log,
  clock: Clock,
  { random = Math.random, tracing = noTracing }: { random?: () => number; tracing?: Tracing } = {},
): Jobs {
  const ending = new AbortController()
  const jobs: { report: JobReport; running: () => Promise<void> | undefined; end: () => void }[] =
    []

  const start = ({ name, every, first = every, run }: JobOrder): Job => {
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
      running = once().finally(() => {
        running = undefined
        if (ending.signal.aborted) return
        if (again) {
          again = false
          go()
        } else {
          after(Math.max(every - (report.lastRunMilliseconds ?? 0), every * MIN_PAUSE))
        }
      })
    }
    jobs.push({ report, running: () => running, end: () => clearTimeout(timer) })
    if (!ending.signal.aborted) after(first)
    return { wake: go }
  }

  return {
    start,
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

/** For whoever reads the log: when each job last ran, how long it took, how often it failed. */
export function keepReporting(kernel: { jobs: Jobs; log: Log }): void {
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
