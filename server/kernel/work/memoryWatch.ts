/**
 * Ends this process if its resident memory (heap, buffers, libraries) exceeds the bound. A thread
 * of its own checks, since the main thread may block for seconds.
 */
import { Worker } from 'node:worker_threads'

/** Environment variable of a bounded process: megabytes of resident memory. */
export const MEMORY_VARIABLE = 'PLANTROOM_PROCESS_MEGABYTES'
/** At the fastest growth seen, a gigabyte a second, 10 MB are allocated between two checks. */
const EVERY_MILLISECONDS = 10

export const isBoundedProcess = (): boolean =>
  process.send !== undefined && process.env[MEMORY_VARIABLE] !== undefined

export function watchMemory(): void {
  const most = Number(process.env[MEMORY_VARIABLE]) * 1024 * 1024
  const watch = `setInterval(() => {
    if (process.memoryUsage.rss() > ${most}) process.kill(process.pid, 'SIGKILL')
  }, ${EVERY_MILLISECONDS})`
  new Worker(watch, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  }).unref()
}
