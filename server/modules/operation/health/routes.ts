/**
 * Health of the installation, for administrators of a company. Counts run in the company's
 * transaction, so that row-level security leaves out other companies.
 */
import { count, eq, min } from 'drizzle-orm'
import { health as contract } from '#contract/health.ts'
import { zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import { runtimeRelease } from '#kernel/data/zoneData.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Broker } from '#kernel/work/brokerState.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { eventQueueOf } from '../../work/automations/index.ts'
import { canSend } from '../../foundation/messages/index.ts'
import { pushHealth } from '../../foundation/push/index.ts'
import { sendTestMail } from './testMail.ts'

export const healthHandlers = (kernel: Kernel): Handlers<typeof contract> => ({
  sendTestMail: (scope) => sendTestMail(kernel, scope),
  async getHealth(scope) {
    const { queue, deliveries, push } = await scope.transaction(async (inside) => ({
      queue: await readQueue(inside),
      deliveries: await readDeliveries(inside),
      push: await pushHealth(kernel, inside),
    }))
    // After the transaction: with a single database session, these checks would wait for its end.
    const { release, startedAt, database, snapshots } = kernel.installation
    const [checks, disk] = await Promise.all([kernel.health.readiness(), kernel.health.disk()])
    return {
      version: release.version,
      commit: release.commit,
      startedAt: startedAt.toISOString(),
      zones: { release: zoneRelease, runtime: runtimeRelease },
      checks,
      database: { kind: database, milliseconds: kernel.health.databaseMilliseconds() },
      disk,
      snapshots: {
        kept: snapshots !== null,
        lastAt: snapshots?.lastAt()?.toISOString() ?? null,
      },
      queue,
      deliveries,
      sends: { email: canSend(kernel, 'email'), sms: canSend(kernel, 'sms') },
      push,
      streams: kernel.streams.countOf(scope.actor.companyId),
      broker: kernel.broker === null ? null : brokerOf(kernel.broker, scope.actor.companyId),
      jobs: kernel.jobs
        .reports()
        .map(
          ({ name, everySeconds, runs, failures, failuresInARow, lastRunAt, lastFailureAt }) => ({
            name,
            everySeconds,
            runs,
            failures,
            failuresInARow,
            lastRunAt,
            lastFailureAt,
          }),
        ),
    }
  },
})

function brokerOf(broker: Broker, companyId: Scope['actor']['companyId']) {
  const { since, loopback, ...state } = broker.state()
  const own = broker.of(companyId)
  return {
    url: broker.settings.publicUrl,
    ...state,
    since: since?.toISOString() ?? null,
    loopback: loopback && {
      at: loopback.at.toISOString(),
      sent: loopback.sent,
      returned: loopback.returned,
    },
    taken: own?.taken ?? 0,
    refused: own?.refused ?? 0,
    lastMessageAt: own?.lastAt.toISOString() ?? null,
  }
}

async function readQueue(scope: Scope) {
  const { waiting, oldestAt, failedCount } = await eventQueueOf(scope)
  return { waiting, oldestAt, failed: failedCount }
}

async function readDeliveries({ db, actor: { companyId } }: Scope) {
  const [waits] = await db
    .select({ waiting: count(), oldestAt: min(tables.hookDelivery.createdAt) })
    .from(tables.hookDelivery)
    .where(ofCompany(tables.hookDelivery, companyId, eq(tables.hookDelivery.state, 'waiting')))
  return { waiting: waits?.waiting ?? 0, oldestAt: waits?.oldestAt?.toISOString() ?? null }
}
