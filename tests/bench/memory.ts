/** Memory and processor time of other processes, from /proc (Linux). */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerProcess } from '#tests/serverProcess.ts'
import { processesUnder, type ProcessTimes, timesIn } from './processTimes.ts'

export const hasProc = (): boolean => existsSync('/proc/self/stat')

type Field = 'VmRSS' | 'VmHWM'

function megabytes(pid: number | undefined, field: Field): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

export const megabytesOf = ({ child }: ServerProcess): number => megabytes(child.pid, 'VmRSS')
export const mostMegabytesOf = ({ child }: ServerProcess): number => megabytes(child.pid, 'VmHWM')

export function forgetMost({ child }: ServerProcess): void {
  writeFileSync(`/proc/${child.pid}/clear_refs`, '5')
}

/** Processor time in seconds, with all threads and the processes that have ended. */
export function secondsOf({ child }: ServerProcess): number {
  return timesIn(readFileSync(`/proc/${child.pid}/stat`, 'utf8')).seconds
}

/** Processor time in seconds of a process and its descendants. */
export const secondsUnder = (pid: number): number =>
  processesUnder(allProcesses(), pid).reduce((sum, { seconds }) => sum + seconds, 0)

/** Memory of a process and its descendants. The sum counts shared pages more than once. */
export const megabytesUnder = (pid: number, field: Field): number =>
  processesUnder(allProcesses(), pid).reduce((sum, one) => sum + megabytes(one.pid, field), 0)

const allProcesses = (): ProcessTimes[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [timesIn(readFileSync(`/proc/${pid}/stat`, 'utf8'))]
      } catch {
        return [] // the process has ended since
      }
    })
