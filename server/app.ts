/** Assembles the server: kernel, modules, page. Does not listen; main.ts and the tests do. */
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from './appOptions.ts'
import { startDemoReadings } from './demo/readings.ts'
import { serveHealth } from './healthRoutes.ts'
import { closeGracefully, makeHttp, prepareRequests } from './httpServer.ts'
import { startJobReports } from '#kernel/work/jobs.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { Mounted } from '#kernel/http/mount.ts'
import { serveApiDocs } from './apiDocs.ts'
import { startOutbox, type Outbox } from '#kernel/events/outbox.ts'
import { startEndingStreams } from '#kernel/http/liveStreams.ts'
import { startNameIndexes } from '#kernel/data/nameIndexes.ts'
import { startVacuum } from '#kernel/data/vacuum.ts'
import { makeKernel } from './makeKernel.ts'
import {
  startAnnouncingHoles,
  startCallingDuties,
  startEndingLongWork,
  startAskingAssistant,
  startHookDelivery,
  startKeyCallWriter,
  startPositions,
  startPushes,
  startReadingCopy,
  startLogRetention,
  startRetention,
  startRunRetention,
  startMeters,
  startScheduleRunner,
  startSending,
  startSimulator,
  startSums,
  startDowntime,
  startVisitTracking,
  startSensorWatch,
  startWatchingRules,
  mountModules,
  reactions,
  readCommonPasswords,
  resumeJobs,
  startCleanUp,
  startListExportJob,
  startDomainChecks,
  startFollowedCalendars,
  writeCalls,
} from './modules.ts'
import { servePage } from './page.ts'
import { noTracing } from './ports/tracing.ts'

export interface App {
  http: FastifyInstance
  kernel: Kernel
  outbox: Outbox
  mounted: Mounted
  close(): Promise<void>
}

const JOBS: readonly ((kernel: Kernel) => void)[] = [
  startSending,
  startHookDelivery,
  startPushes,
  startAnnouncingHoles,
  startCallingDuties,
  startEndingLongWork,
  startAskingAssistant,
  startRunRetention,
  startCleanUp,
  startListExportJob,
  startDomainChecks,
  startFollowedCalendars,
  startLogRetention,
  startRetention,
  startKeyCallWriter,
  startPositions,
  startEndingStreams,
  startSimulator,
  startDemoReadings,
  startMeters,
  startScheduleRunner,
  startSums,
  startDowntime,
  startVisitTracking,
  startSensorWatch,
  startWatchingRules,
  startReadingCopy,
  startJobReports,
  startVacuum,
]

/**
 * Number of companies whose events are processed in parallel, each with a connection. On the
 * embedded database, their statements alternate.
 */
const COMPANIES_AT_ONCE = 4

export async function makeApp(options: AppOptions): Promise<App> {
  const tracing = options.tracing ?? noTracing
  const http = makeHttp(options, tracing)
  const { kernel, metrics, listening, close } = makeKernel(options, {
    http,
    tracing,
    wake: (companyId) => outbox.wake(companyId),
  })
  await prepareRequests(http, options)
  serveHealth(http, {
    health: kernel.health,
    metrics,
    metricsToken: options.metricsToken,
    release: kernel.installation.release,
  })
  const mounted: Mounted = []
  mountModules(http, kernel, mounted)
  if (options.apiDocs !== false) await serveApiDocs(http, mounted)
  await servePage(http, options.pageFolder, {
    frameAncestors: options.frameAncestors,
    isDemo: options.demo,
    clock: kernel.clock,
  })
  const outbox = startOutbox(kernel, reactions, {
    poll: options.background,
    workers: COMPANIES_AT_ONCE,
  })
  if (options.background) {
    startBackground(kernel)
    startNameIndexes(kernel, options.sessions ?? options.pool)
  }
  await listening?.start(kernel)
  return {
    http,
    kernel,
    outbox,
    mounted,
    async close() {
      // in parallel: the outbox's poll is a job that lasts until the outbox stops
      await Promise.all([kernel.jobs.stop().then(listening?.close), outbox.stop()])
      kernel.streams.endAll()
      await closeGracefully(http)
      if (options.background)
        await writeCalls(kernel).catch((error: unknown) =>
          http.log.warn({ err: error }, 'the last calls of API keys were not counted'),
        )
      await close()
    },
  }
}

function startBackground(kernel: Kernel): void {
  const logError = (what: string) => (error: unknown) => kernel.log.error({ err: error }, what)
  void readCommonPasswords().catch(logError('the common passwords could not be read'))
  void resumeJobs(kernel).catch(logError('unfinished imports could not be resumed'))
  for (const start of JOBS) start(kernel)
}
