/**
 * Looks now and then what has become silent or has measured beyond its limits long enough, and what
 * is well again. It looks at what there is and at the time, so a second server changes nothing.
 */
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { settleIncidents, silentAfter, type IncidentKind } from '#contract/rules/sensors'
import { alert, gateway, sensor, sensorType } from '../../db/schema/index.ts'
import { startJob } from '../../kernel/jobs.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { qualified } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { asHouse } from './house.ts'
import { begin, end } from './incidents.ts'
import { tellPages } from './take.ts'

/** At once; what remains is looked at in the next round. */
const AT_ONCE = 500
const incidentKinds: readonly IncidentKind[] = [
  'sensorTooLow',
  'sensorTooHigh',
  'sensorSilent',
  'gatewaySilent',
]

/** Every company that has sensors, one transaction each. `listeningSince`: nothing was heard before. */
export async function watchSensors(kernel: Kernel, listeningSince: Date): Promise<void> {
  const companies = await asSystem(kernel.pool, (db) =>
    db.selectDistinct({ id: sensor.companyId }).from(sensor).where(isNotNull(sensor.lastHeardAt)),
  )
  for (const { id } of companies)
    await asHouse(kernel, id, (scope) => watchCompany(scope, listeningSince)).catch(
      (error: unknown) =>
        kernel.log.error(
          { err: error, companyId: id },
          'the sensors of a company were not watched',
        ),
    )
}

async function watchCompany(scope: Scope, listeningSince: Date): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const now = clock.now()
  const open = await db
    .select({
      id: alert.id,
      kind: alert.kind,
      sensorId: alert.sensorId,
      gatewayId: alert.gatewayId,
    })
    .from(alert)
    .where(
      and(
        eq(alert.companyId, companyId),
        isNull(alert.endedAt),
        or(isNotNull(alert.sensorId), isNotNull(alert.gatewayId)),
      ),
    )
  const {
    begin: begun,
    end: ended,
    returned,
  } = settleIncidents(
    {
      sensors: await sensorsToLookAt(scope, now),
      gateways: await gatewaysToLookAt(scope),
      open: open.flatMap(({ kind, ...one }) => {
        const known = incidentKinds.find((each) => each === kind)
        return known === undefined ? [] : [{ ...one, kind: known }]
      }),
    },
    now.getTime(),
    listeningSince.getTime(),
  )
  await end(scope, ended)
  await begin(scope, begun)
  if (returned.length > 0)
    await db
      .update(sensor)
      .set({ waitsFrom: now })
      .where(
        and(
          eq(sensor.companyId, companyId),
          inArray(sensor.gatewayId, returned as Id<'gateway'>[]), // ids of gateways that were read
        ),
      )
}

/** Those of which something may begin or end: SQL leaves out the well ones, the rule decides. */
async function sensorsToLookAt({ db, actor: { companyId } }: Scope, now: Date) {
  const isOpenOf = sql`exists (select from ${alert} where ${alert.companyId} = ${sensor.companyId}
    and ${alert.sensorId} = ${sensor.id} and ${alert.endedAt} is null)`
  const isBehind = sql`exists (select from ${alert} where ${alert.companyId} = ${sensor.companyId}
    and ${alert.gatewayId} = ${sensor.gatewayId} and ${alert.endedAt} is null)`
  const isLate = sql`${sensor.lastHeardAt} <= ${now}::timestamptz
    - make_interval(secs => ${sensorType.everyMinutes} * ${silentAfter(1) / 1_000})`
  const rows = await db
    .select({ sensor, everyMinutes: sensorType.everyMinutes })
    .from(sensor)
    .innerJoin(sensorType, joinOn(sensorType, sensor.typeId))
    .where(
      and(
        eq(sensor.companyId, companyId),
        or(
          isOpenOf,
          and(
            eq(sensor.isActive, true),
            or(isNotNull(sensor.outside), sql`(${isLate} and not ${isBehind})`),
          ),
        ),
      ),
    )
    .orderBy(asc(isOpenOf), asc(sensor.id))
    .limit(AT_ONCE)
  return rows.map(({ sensor: one, everyMinutes }) => ({
    id: one.id,
    gatewayId: one.gatewayId,
    isActive: one.isActive,
    everyMinutes,
    lastHeardAt: one.lastHeardAt?.getTime() ?? null,
    waitsFrom: one.waitsFrom?.getTime() ?? null,
    outside:
      one.outside === null || one.outsideSince === null
        ? null
        : { side: one.outside, since: one.outsideSince.getTime() },
    limitMinutes: one.limitMinutes,
  }))
}

/** Those that carry sensors, with the interval of the quickest. */
async function gatewaysToLookAt({ db, actor: { companyId } }: Scope) {
  const rows = await db
    .select({
      id: gateway.id,
      isActive: gateway.isActive,
      lastHeardAt: gateway.lastHeardAt,
      everyMinutes: qualified(
        sql<number | null>`(select min(${sensorType.everyMinutes}) from ${sensor}
        join ${sensorType} on ${sensorType.companyId} = ${sensor.companyId}
        and ${sensorType.id} = ${sensor.typeId}
        where ${sensor.companyId} = ${gateway.companyId} and ${sensor.gatewayId} = ${gateway.id}
        and ${sensor.isActive})`,
      ),
    })
    .from(gateway)
    .where(eq(gateway.companyId, companyId))
  return rows.map(({ lastHeardAt, ...one }) => ({
    ...one,
    lastHeardAt: lastHeardAt?.getTime() ?? null,
  }))
}

const EVERY = 20_000
const NEWS_EVERY = 3_000

export function keepWatching(kernel: Kernel): void {
  const since = kernel.clock.now()
  startJob(kernel, {
    name: 'watch over the sensors',
    every: EVERY,
    run: () => watchSensors(kernel, since),
  })
  startJob(kernel, {
    name: 'news of readings',
    every: NEWS_EVERY,
    run: () => Promise.resolve(tellPages(kernel)),
  })
}
