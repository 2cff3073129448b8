import { readFileSync, writeFileSync } from 'node:fs'
import type { ServerProcess } from '#tests/serverProcess.ts'

const megabytes = ({ child }: ServerProcess, field: 'VmRSS' | 'VmHWM'): number => {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

export const megabytesOf = (server: ServerProcess): number => megabytes(server, 'VmRSS')
export const mostMegabytesOf = (server: ServerProcess): number => megabytes(server, 'VmHWM')

export function forgetMost({ child }: ServerProcess): void {
  writeFileSync(`/proc/${child.pid}/clear_refs`, '5')
}

/** Processor time in seconds, with all threads and the processes that have ended. */
export function secondsOf({ child }: ServerProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) / 100
}
