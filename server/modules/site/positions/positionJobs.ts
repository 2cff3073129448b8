import type { Kernel } from '#kernel/kernel.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { flush, receiveFromServers, refreshRadioMaps } from './engine.ts'
import { isFlushDue } from './engineState.ts'

export function startPositions(kernel: Kernel): void {
  receiveFromServers(kernel)
  startJob(kernel, {
    name: 'positions',
    every: 1_000,
    run: async () => isFlushDue(kernel) && flush(kernel),
  })
  startJob(kernel, { name: 'radio maps', every: 5_000, run: () => refreshRadioMaps(kernel) })
}
