/**
 * Regularly checks for sensors that are silent or beyond limits long enough, and for recovered
 * ones. It depends only on stored data and the time, so a second server is harmless.
 */
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { settleIncidents, silentAfter, type IncidentKind } from '#contract/rules/sensors.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { qualified } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import { writeMeasurements } from './deviceMeasurements.ts'
import { startIncidents, endIncidents } from './incidents.ts'
import { publishReadings } from './ingestReadings.ts'

/** Sensors per transaction. Other requests run in between. */
const AT_ONCE = 50
const incidentKinds: readonly IncidentKind[] = [
  'sensorTooLow',
  'sensorTooHigh',
  'sensorSilent',
  'gatewaySilent',
]

/** Checks companies with something due. `listeningSince`: nothing could be heard before. */
export async function watchSensors(kernel: Kernel, listeningSince: Date): Promise<void> {
  const { rows } = await asSystem(kernel.pool, (db) =>
    db.execute<{ id: Id<'company'> }>(companiesDue(kernel.clock.now(), listeningSince)),
  )
  for (const { id } of rows)
    await watchCompany(kernel, id, listeningSince).catch((error: unknown) =>
      kernel.log.error({ err: error, companyId: id }, 'the sensors of a company were not watched'),
    )
}

/** One question for all companies, because most have nothing due in most runs. */
function companiesDue(now: Date, listeningSince: Date): SQL {
  const { sensor, sensorType, gateway, alert } = tables
  const isOpen = sql`exists (select from ${alert} where ${alert.companyId} = ${gateway.companyId}
    and ${alert.gatewayId} = ${gateway.id} and ${alert.kind} = 'gatewaySilent'
    and ${alert.endedAt} is null)`
  const isDown = sql`${gateway.isActive} and ${gateway.lastHeardAt} is not null and exists (
    select from ${sensor} join ${sensorType} on ${joinOn(sensorType, sensor.typeId)}
    where ${sensor.companyId} = ${gateway.companyId} and ${sensor.gatewayId} = ${gateway.id}
    and ${sensor.isActive}
    and greatest(${gateway.lastHeardAt}, ${listeningSince}::timestamptz) <= ${now}::timestamptz
      - make_interval(secs => ${sensorType.everyMinutes} * ${silentAfter(1) / 1_000}))`
  return sql`select distinct ${sensor.companyId} as id from ${sensor}
    join ${sensorType} on ${joinOn(sensorType, sensor.typeId)}
    where ${mayChange(now)}
    union select ${gateway.companyId} from ${gateway} where (${isDown}) <> ${isOpen}`
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
  await endIncidents(scope, ended)
  await startIncidents(scope, begun)
  if (returned.length > 0)
    await db
      .update(tables.sensor)
      .set({ waitsFrom: now })
      .where(
        ofCompany(
          tables.sensor,
          actor.companyId,
          inArray(tables.sensor.gatewayId, returned as Id<'gateway'>[]),
        ),
      )
  return sensors.length < AT_ONCE ? null : (sensors.at(-1)?.id ?? null)
}

async function openIncidents({ db, actor }: Scope, sensorIds: readonly Id<'sensor'>[]) {
  const open = await db
    .select({
      id: tables.alert.id,
      kind: tables.alert.kind,
      sensorId: tables.alert.sensorId,
      gatewayId: tables.alert.gatewayId,
    })
    .from(tables.alert)
    .where(
      ofCompany(
        tables.alert,
        actor.companyId,
        isNull(tables.alert.endedAt),
        or(inArray(tables.alert.sensorId, [...sensorIds]), isNotNull(tables.alert.gatewayId)),
      ),
    )
  return open.flatMap(({ kind, ...one }) => {
    const known = incidentKinds.find((each) => each === kind)
    return known === undefined ? [] : [{ ...one, kind: known }]
  })
}

function mayChange(now: Date): SQL {
  const openOf = (more: SQL) =>
    sql`exists (select from ${tables.alert} where ${tables.alert.companyId} = ${tables.sensor.companyId}
      and ${tables.alert.sensorId} = ${tables.sensor.id} and ${tables.alert.endedAt} is null and ${more})`
  const isBehind = sql`exists (select from ${tables.alert} where ${tables.alert.companyId} = ${tables.sensor.companyId}
    and ${tables.alert.gatewayId} = ${tables.sensor.gatewayId} and ${tables.alert.endedAt} is null)`
  /** Three intervals have passed without a reading, plus `moreIntervals`. */
  const isSilent = (since: SQL, moreIntervals: number) =>
    sql`${since} <= ${now}::timestamptz
      - make_interval(secs => ${tables.sensorType.everyMinutes} * ${silentAfter(1) / 1_000 + moreIntervals * 60})`
  const mayBegin = and(
    eq(tables.sensor.isActive, true),
    sql`(${tables.sensor.outside} is not null
        and ${tables.sensor.outsideSince} <= ${now}::timestamptz
          - make_interval(mins => ${tables.sensor.limitMinutes})
        and not ${openOf(sql`${tables.alert.kind} = ${kindOutside}`)}
      or ${isSilent(sql`${tables.sensor.lastHeardAt}`, 0)} and not ${isBehind}
        and not ${openOf(sql`${tables.alert.kind} = 'sensorSilent'`)})`,
  )
  const heard = sql`greatest(${tables.sensor.lastHeardAt}, ${tables.sensor.waitsFrom})`
  const mayEnd = openOf(sql`(not ${tables.sensor.isActive}
    or ${tables.alert.kind} = 'sensorSilent' and (${isBehind} or not ${isSilent(heard, 1)})
    or ${tables.alert.kind} <> 'sensorSilent' and ${tables.alert.kind} is distinct from ${kindOutside})`)
  return sql`(${mayBegin} or ${mayEnd})`
}

/**
 * Sensors whose incident may begin or end now. Skips unchanged ones, because every run would
 * otherwise read long-silent sensors. SQL selects slightly too many; the rule decides.
 */
async function sensorsToLookAt({ db, actor: { companyId } }: Scope, after: number, now: Date) {
  const rows = await db
    .select({ sensor: tables.sensor, everyMinutes: tables.sensorType.everyMinutes })
    .from(tables.sensor)
    .innerJoin(tables.sensorType, joinOn(tables.sensorType, tables.sensor.typeId))
    .where(
      ofCompany(
        tables.sensor,
        companyId,
        gt(tables.sensor.id, after as Id<'sensor'>),
        mayChange(now),
      ),
    )
    .orderBy(asc(tables.sensor.id))
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

const kindOutside = sql`(case ${tables.sensor.outside} when 'low' then 'sensorTooLow'
  when 'high' then 'sensorTooHigh' end)`

async function gatewaysToLookAt({ db, actor: { companyId } }: Scope) {
  const rows = await db
    .select({
      id: tables.gateway.id,
      isActive: tables.gateway.isActive,
      lastHeardAt: tables.gateway.lastHeardAt,
      everyMinutes: qualified(
        sql<number | null>`(select min(${tables.sensorType.everyMinutes}) from ${tables.sensor}
        join ${tables.sensorType} on ${tables.sensorType.companyId} = ${tables.sensor.companyId}
        and ${tables.sensorType.id} = ${tables.sensor.typeId}
        where ${tables.sensor.companyId} = ${tables.gateway.companyId} and ${tables.sensor.gatewayId} = ${tables.gateway.id}
        and ${tables.sensor.isActive})`,
      ),
    })
    .from(tables.gateway)
    .where(ofCompany(tables.gateway, companyId))
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
    async run() {
      publishReadings(kernel)
      await writeMeasurements(kernel)
    },
  })
}
