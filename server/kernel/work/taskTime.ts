/**
 * Processor time of a task. A wall-clock limit would refuse on a busy machine what an idle one
 * allows, so limits count processor time.
 */
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

export type Meter = () => number

/**
 * Meter of one of `workers()` busy threads of this process. Node 20 does not report a thread's
 * time, so process time without the main thread's is shared equally. The main thread counts as
 * running while its event loop is active, which favours the task.
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

/**
 * Meter of another process. Uses wall-clock time where the system does not report processor time.
 */
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

/** The fields follow the program's name, whose parentheses may contain parentheses and spaces. */
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

/**
 * Multiple of the limit in wall-clock time after which a task without processor time is abandoned.
 */
const MAX_WAIT = 20
/** Minimum pause before a meter is read again; otherwise the task's remaining time. */
const MIN_PAUSE_MILLISECONDS = 20

export type TimeVerdict =
  | { kind: 'tooLong' }
  | { kind: 'busy' }
  | { kind: 'goOn'; nextMilliseconds: number }

/**
 * Decides on a task with `worked` milliseconds of processor time and `elapsed` of wall-clock time.
 * `busy`: the machine, not the task, caused the delay.
 */
export function judgeTime(worked: number, elapsed: number, limit: number): TimeVerdict {
  if (worked >= limit) return { kind: 'tooLong' }
  if (elapsed >= limit * MAX_WAIT) return { kind: 'busy' }
  return { kind: 'goOn', nextMilliseconds: Math.max(MIN_PAUSE_MILLISECONDS, limit - worked) }
}
