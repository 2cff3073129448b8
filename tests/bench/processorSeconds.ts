import type { Backend } from './backends.ts'
import { hundredths } from './measures.ts'
import { hasProc, secondsUnder } from './memory.ts'

/** Of the server, and of PostgreSQL where it is the database. */
export function processorSeconds({ databasePid }: Backend, pid?: number): Record<string, number> {
  if (!hasProc()) return {}
  return {
    ...(pid !== undefined && { 'CPU s': secondsUnder(pid) }),
    ...(databasePid !== undefined && { 'database CPU s': secondsUnder(databasePid) }),
  }
}

export const secondsBetween = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).map(([name, seconds]) => [
      name,
      hundredths(seconds - (before[name] ?? 0)),
    ]),
  )
