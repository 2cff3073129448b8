/**
 * How long a task has worked. A limit of time on the clock would refuse on a busy machine what it
 * allows on an idle one, so limits count the processor's time that the task can have used.
 */
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

export type Meter = () => number

/**
 * Meter of one of `workers()` busy threads of this process. Node 20 does not tell the time of a
 * single thread, so the process's time without the main thread's is shared equally. The main
 * thread counts as using the processor while its event loop is active, hence a thread is rather
 * given too much time than too little.
 */
export function meterOfThread(workers: () => number): Meter {
  const begin = process.cpuUsage()
  const loop = performance.eventLoopUtilization()
  let [used, seen] = [0, 0]
  return () => {
    const { user, system } = process.cpuUsage(begin)
    const main = performance.eventLoopUtilization(loop).active
    const ofWorkers = Math.max(0, (user + system) / 1_000 - main)
    used += Math.max(0, ofWorkers - seen) / Math.max(1, workers())
    seen = Math.max(seen, ofWorkers)
    return used
  }
}

/** Linux counts a process's time in hundredths of a second. */
const MILLISECONDS_A_TICK = 10

/** Meter of another process; where the system does not tell its time, the time on the clock. */
export function meterOfProcess(pid: number | undefined): Meter {
  const begun = performance.now()
  const first = ticksOf(pid)
  return () => {
    const now = ticksOf(pid)
    return first === null || now === null
      ? performance.now() - begun
      : (now - first) * MILLISECONDS_A_TICK
  }
}

/** The fields follow the program's name in brackets, which may hold brackets and spaces itself. */
function ticksOf(pid: number | undefined): number | null {
  if (pid === undefined) return null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user, system] = [Number(fields[11]), Number(fields[12])]
    return Number.isFinite(user + system) ? user + system : null
  } catch {
    return null
  }
}

/** A task that the machine does not get to is given up after this many times its limit. */
const MAX_WAIT = 20
/** A meter is read again after the task's remaining time, but not more often than this. */
const MIN_PAUSE_MILLISECONDS = 20

export type TimeVerdict =
  | { kind: 'tooLong' }
  | { kind: 'busy' }
  | { kind: 'goOn'; nextMilliseconds: number }

/**
 * What becomes of a task that has worked for `worked` milliseconds and existed for `elapsed`.
 * `busy`: the machine, not the task, took the time.
 */
export function judgeTime(worked: number, elapsed: number, limit: number): TimeVerdict {
  if (worked >= limit) return { kind: 'tooLong' }
  if (elapsed >= limit * MAX_WAIT) return { kind: 'busy' }
  return { kind: 'goOn', nextMilliseconds: Math.max(MIN_PAUSE_MILLISECONDS, limit - worked) }
}
