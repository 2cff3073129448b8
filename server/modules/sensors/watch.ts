/**
 * Regularly checks for sensors that are silent or beyond limits long enough, and for recovered
 * ones. It depends only on stored data and the time, so a second server is harmless.
 */
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { settleIncidents, silentAfter, type IncidentKind } from '#contract/rules/sensors.ts'
import { alert, gateway, sensor, sensorType } from '#db/schema/index.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { qualified } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import { begin, end } from './incidents.ts'
import { publishReadings } from './ingestReadings.ts'

/** Sensors per transaction. Other requests run in between. */
const AT_ONCE = 50
const incidentKinds: readonly IncidentKind[] = [
  'sensorTooLow',
  'sensorTooHigh',
  'sensorSilent',
  'gatewaySilent',
]

/** Checks every company with sensors. `listeningSince`: nothing could be heard before. */
export async function watchSensors(kernel: Kernel, listeningSince: Date): Promise<void> {
  const companies = await asSystem(kernel.pool, (db) =>
    db.selectDistinct({ id: sensor.companyId }).from(sensor).where(isNotNull(sensor.lastHeardAt)),
  )
  for (const { id } of companies)
    await watchCompany(kernel, id, listeningSince).catch((error: unknown) =>
      kernel.log.error({ err: error, companyId: id }, 'the sensors of a company were not watched'),
    )
}

async function watchCompany(
  kernel: Kernel,
  companyId: Id<'company'>,
  listeningSince: Date,
): Promise<void> {
  for (let after: number | null = 0; after !== null;)
    after = await asSystemActor(kernel, companyId, (scope) =>
      watchSome(scope, after, listeningSince),
    )
}

/** Checks the next sensors, and the gateways. Returns the cursor, or null at the end. */
async function watchSome(
  scope: Scope,
  after: number | null,
  listeningSince: Date,
): Promise<number | null> {
  const { db, actor, clock } = scope
  const now = clock.now()
  const sensors = await sensorsToLookAt(scope, after ?? 0, now)
  const {
    begin: begun,
    end: ended,
    returned,
  } = settleIncidents(
    {
      sensors,
      gateways: await gatewaysToLookAt(scope),
      open: await openIncidents(
        scope,
        sensors.map(({ id }) => id),
      ),
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
          eq(sensor.companyId, actor.companyId),
          inArray(sensor.gatewayId, returned as Id<'gateway'>[]),
        ),
      )
  return sensors.length < AT_ONCE ? null : (sensors.at(-1)?.id ?? null)
}

async function openIncidents({ db, actor }: Scope, sensorIds: readonly Id<'sensor'>[]) {
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
        eq(alert.companyId, actor.companyId),
        isNull(alert.endedAt),
        or(inArray(alert.sensorId, [...sensorIds]), isNotNull(alert.gatewayId)),
      ),
    )
  return open.flatMap(({ kind, ...one }) => {
    const known = incidentKinds.find((each) => each === kind)
    return known === undefined ? [] : [{ ...one, kind: known }]
  })
}

/**
 * Sensors for which an incident may begin or end now. Unchanged ones are skipped, because a
 * thousand long-silent sensors would be read in every run. SQL selects slightly too many; the rule
 * decides.
 */
async function sensorsToLookAt({ db, actor: { companyId } }: Scope, after: number, now: Date) {
  const openOf = (more: SQL) =>
    sql`exists (select from ${alert} where ${alert.companyId} = ${sensor.companyId}
      and ${alert.sensorId} = ${sensor.id} and ${alert.endedAt} is null and ${more})`
  const isBehind = sql`exists (select from ${alert} where ${alert.companyId} = ${sensor.companyId}
    and ${alert.gatewayId} = ${sensor.gatewayId} and ${alert.endedAt} is null)`
  /** Three intervals have passed without a reading, plus `moreIntervals`. */
  const isSilent = (since: SQL, moreIntervals: number) =>
    sql`${since} <= ${now}::timestamptz
      - make_interval(secs => ${sensorType.everyMinutes} * ${silentAfter(1) / 1_000 + moreIntervals * 60})`
  const mayBegin = and(
    eq(sensor.isActive, true),
    sql`(${sensor.outside} is not null
        and ${sensor.outsideSince} <= ${now}::timestamptz
          - make_interval(mins => ${sensor.limitMinutes})
        and not ${openOf(sql`${alert.kind} = ${kindOutside}`)}
      or ${isSilent(sql`${sensor.lastHeardAt}`, 0)} and not ${isBehind}
        and not ${openOf(sql`${alert.kind} = 'sensorSilent'`)})`,
  )
  const heard = sql`greatest(${sensor.lastHeardAt}, ${sensor.waitsFrom})`
  const mayEnd = openOf(sql`(not ${sensor.isActive}
    or ${alert.kind} = 'sensorSilent' and (${isBehind} or not ${isSilent(heard, 1)})
    or ${alert.kind} <> 'sensorSilent' and ${alert.kind} is distinct from ${kindOutside})`)
  const rows = await db
    .select({ sensor, everyMinutes: sensorType.everyMinutes })
    .from(sensor)
    .innerJoin(sensorType, joinOn(sensorType, sensor.typeId))
    .where(
      and(
        eq(sensor.companyId, companyId),
        gt(sensor.id, after as Id<'sensor'>),
        or(mayBegin, mayEnd),
      ),
    )
    .orderBy(asc(sensor.id))
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

const kindOutside = sql`(case ${sensor.outside} when 'low' then 'sensorTooLow'
  when 'high' then 'sensorTooHigh' end)`

/** Gateways with sensors, and their shortest interval. */
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

export function startSensorWatch(kernel: Kernel): void {
  const since = kernel.clock.now()
  startJob(kernel, {
    name: 'watch over the sensors',
    every: EVERY,
    run: () => watchSensors(kernel, since),
  })
  startJob(kernel, {
    name: 'news of readings',
    every: NEWS_EVERY,
    run: () => Promise.resolve(publishReadings(kernel)),
  })
}
