/** What a server's process holds, as the system tells it; 0 where it tells nothing. */
import { readFileSync } from 'node:fs'
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
/** The most that it ever held. */
export const mostMegabytesOf = (server: ServerProcess): number => megabytes(server, 'VmHWM')
