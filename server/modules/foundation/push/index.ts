import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { composePushes } from './composePushes.ts'
import { deliverPushes } from './deliverPushes.ts'

export { pushHandlers } from './devices.ts'
export { pushKeys } from './pushKeys.ts'
export { pushHealth } from './pushHealth.ts'

const POLL_MILLISECONDS = 2_000
/** Only retries and the ends of quiet hours become due without a change. */
const IDLE_POLL_MILLISECONDS = 30_000

export async function sendPushes(kernel: Kernel, ending?: AbortSignal): Promise<void> {
  await composePushes(kernel)
  await deliverPushes(kernel, ending)
}

export const startPushes = (kernel: Kernel): void =>
  void startJob(kernel, {
    name: 'push messages',
    every: POLL_MILLISECONDS,
    everyIdle: IDLE_POLL_MILLISECONDS,
    run: (ending) => sendPushes(kernel, ending),
  })
