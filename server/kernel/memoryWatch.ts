/**
 * Ends this process when its whole memory (heap, buffers, libraries) exceeds its bound. A thread of
 * its own looks, since the one that works may not come back to its event loop for seconds.
 */
import { Worker } from 'node:worker_threads'

/** Megabytes of resident memory, in the environment of a bounded process. */
export const MEMORY_VARIABLE = 'PLANTROOM_PROCESS_MEGABYTES'
/** At a gigabyte a second, the fastest that was seen, 10 MB are allocated between two looks. */
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
