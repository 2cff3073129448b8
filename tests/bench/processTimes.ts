/** What /proc/PID/stat says of a process. */
export interface ProcessTimes {
  pid: number
  parent: number
  /** User and system time of the process, its threads and the children it has waited for. */
  seconds: number
}

const TICKS_PER_SECOND = 100 // USER_HZ of every Linux architecture in use

/** Parses /proc/PID/stat. The name, in brackets, may itself hold brackets and spaces. */
export function timesIn(stat: string): ProcessTimes {
  const afterName = stat.lastIndexOf(')') + 2
  const fields = stat.substring(afterName).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(fields[1]),
    seconds: ticks / TICKS_PER_SECOND,
  }
}

/** The process and all its running descendants. */
export function processesUnder(all: readonly ProcessTimes[], pid: number): ProcessTimes[] {
  const found = all.filter((one) => one.pid === pid)
  for (const one of found) found.push(...all.filter(({ parent }) => parent === one.pid))
  return found
}
