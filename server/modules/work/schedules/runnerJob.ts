import type { Kernel } from '#kernel/kernel.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { runSchedules } from './runner.ts'
import { upgradeZones } from './zoneUpgrade.ts'

const EVERY = 20_000

/** Milliseconds until zones are compared again without a notified change. */
const ZONES_EVERY = 600_000

/** Returns one run of the job, which compares zones only after a change or a pause. */
export function makeScheduleRun(kernel: Kernel): () => Promise<number> {
  let zonesAt = -Infinity
  // a company may have got a zone that is new here
  kernel.live.observe(({ tags }) => {
    if (tags.some(({ type }) => type === 'Company')) zonesAt = -Infinity
  })
  return async () => {
    const now = kernel.clock.now()
    if (Math.abs(now.getTime() - zonesAt) >= ZONES_EVERY) {
      zonesAt = now.getTime()
      await upgradeZones(kernel.pool, now).catch((error: unknown) => {
        zonesAt = -Infinity
        throw error
      })
    }
    return runSchedules(kernel)
  }
}

export const startScheduleRunner = (kernel: Kernel): void =>
  void startJob(kernel, { name: 'schedules', every: EVERY, run: makeScheduleRun(kernel) })
