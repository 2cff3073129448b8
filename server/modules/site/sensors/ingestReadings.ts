/**
 * Stores readings in sets, each once, despite errors elsewhere in the report. Updates the sensor's
 * state, so that the watch need not read them.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { groupBy } from '#contract/rules/groupBy.ts'
import type { Id } from '#contract/ids.ts'
import type { Measurement, Unread } from '#contract/ingest/measurements.ts'
import type { SealedReport } from '#contract/ingest/said.ts'
import {
  followReadings,
  hasLastedMinutes,
  joinExcursions,
  type Reading,
} from '#contract/rules/sensors.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import { lockOutWriters } from './copyReadings.ts'
import { rememberMeasurements } from './deviceMeasurements.ts'
import { publishPastIncidents, type Known, type PastOf } from './incidents.ts'
import { lateExcursions, type Late } from './lateExcursions.ts'
import { limitsOf } from './limits.ts'
import { admitPackets, saveCounters, type DeviceKey } from './packets.ts'
import { placeReadings, type Told } from './placeReadings.ts'
import { keyOfSensor } from './rows.ts'
import { dueAdverts, ofSilent } from './unknownAdverts.ts'

export interface Taken {
  accepted: number
  faults: Unread[]
  /** Labels of measurements that a sensor reads, in the device's spelling. */
  used: ReadonlySet<string>
  known: ReadonlySet<string>
  /** Measurements beyond the device's limit, not read by any sensor. */
  notKept: Unread[]
}

const heard = new WeakMap<Kernel, Set<Id<'company'>>>()
function heardOf(kernel: Kernel): Set<Id<'company'>> {
  const known = heard.get(kernel) ?? new Set()
  heard.set(kernel, known)
  return known
}

export function publishReadings(kernel: Kernel): void {
  const companies = heardOf(kernel)
  for (const companyId of companies) kernel.live.publish(companyId, ['Sensor'])
  companies.clear()
}

interface Report {
  measurements: readonly Measurement[]
  /** Values that could not be read. Their devices are looked up too. */
  faults?: readonly Unread[]
  sealed?: readonly SealedReport[]
  unknownAdverts?: readonly Unread[]
}

export async function ingestReadings(
  kernel: Kernel,
  companyId: Id<'company'>,
  report: Report,
): Promise<Taken> {
  const { faults: unread = [], sealed = [] } = report
  const now = kernel.clock.now()
  const strange = dueAdverts(kernel, companyId, report.unknownAdverts ?? [], now.getTime())
  const devices = new Set(
    [...report.measurements, ...unread, ...sealed, ...strange].map(({ device }) => device),
  )
  if (devices.size === 0)
    return { accepted: 0, faults: [], used: new Set(), known: new Set(), notKept: [] }
  let forget = () => {}
  return asSystemActor(kernel, companyId, async (scope) => {
    const { db } = scope
    if (kernel.timeSeries !== null) await lockOutWriters(db, companyId)
    const known = await sensorsOf(db, companyId, [...devices])
    const admitted = admitPackets(kernel, companyId, {
      measurements: report.measurements,
      sealed,
      keys: known.keys,
      known: new Set(known.byDevice.keys()),
    })
    ;({ forget } = admitted)
    const beyond = rememberMeasurements(kernel, companyId, admitted.measurements)
    const placed = placeReadings(admitted.measurements, known.byDevice, now.getTime())
    const { told, used } = placed
    const unknownAdverts = ofSilent(strange, known.byDevice, now.getTime())
    const faults = [...admitted.faults, ...placed.faults, ...unknownAdverts]
    await saveCounters(db, companyId, admitted.counters)
    const fresh = await keepReadings(db, companyId, told)
    for (const [id, { readings }] of told) {
      const twice = readings.size - (fresh.get(id)?.length ?? 0)
      const device = known.byId.get(id)?.sensor.deviceId ?? ''
      for (let each = 0; each < twice; each += 1) faults.push({ fault: 'twice', device, label: '' })
    }
    const gateways = await hearGateways(db, companyId, told, now)
    const past = await keepStandings(db, companyId, { told, fresh, known, gateways }, now)
    const isChanged = await keepUnavailable(db, companyId, told)
    await publishPastIncidents(scope, past)
    if (fresh.size > 0 || isChanged) heardOf(kernel).add(companyId)
    const accepted = [...fresh.values()].reduce((sum, { length }) => sum + length, 0)
    const notKept = beyond.filter(({ label }) => !used.has(label))
    return { accepted, faults, used, known: new Set(known.byDevice.keys()), notKept }
  }).catch((error: unknown) => {
    forget()
    throw error
  })
}

interface Sensors {
  byId: Map<number, Known>
  byDevice: Map<string, Known[]>
  keys: Map<string, DeviceKey>
}

/**
 * Locks the sensors in a fixed order until the transaction ends: two reports of one device are
 * serialised.
 */
async function sensorsOf(
  db: Db,
  companyId: Id<'company'>,
  devices: readonly string[],
): Promise<Sensors> {
  const rows = await db
    .select({
      sensor: tables.sensor,
      step: tables.sensorType.step,
      minimum: tables.sensorType.minimum,
      maximum: tables.sensorType.maximum,
      unit: tables.sensorType.unit,
      everyMinutes: tables.sensorType.everyMinutes,
      deviceKey: { key: tables.deviceKey.key, counter: tables.deviceKey.counter },
    })
    .from(tables.sensor)
    .innerJoin(tables.sensorType, joinOn(tables.sensorType, tables.sensor.typeId))
    .leftJoin(tables.deviceKey, keyOfSensor)
    .where(ofCompany(tables.sensor, companyId, inArray(tables.sensor.deviceId, [...devices])))
    .orderBy(asc(tables.sensor.id))
    .for('update', { of: tables.sensor })
  return {
    byId: new Map(rows.map((row) => [row.sensor.id, row])),
    byDevice: groupBy(rows, (row) => row.sensor.deviceId ?? ''),
    keys: new Map(
      rows.flatMap(({ sensor, deviceKey }) =>
        deviceKey === null ? [] : [[sensor.deviceId ?? '', deviceKey] as const],
      ),
    ),
  }
}

async function keepReadings(
  db: Db,
  companyId: Id<'company'>,
  told: ReadonlyMap<number, Told>,
): Promise<Map<number, Reading[]>> {
  const documents = [...told].flatMap(([id, { readings }]) =>
    [...readings].map(([at, value]) => ({ id, at: new Date(at).toISOString(), value })),
  )
  const fresh = new Map<number, Reading[]>()
  if (documents.length === 0) return fresh
  const { rows } = await db.execute<{ id: number; at: number; value: number }>(sql`
    insert into ${tables.sensorReading} (company_id, sensor_id, at, value)
    select ${companyId}, told.id, told.at, told.value
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
      as told(id int, at timestamptz, value float8)
    on conflict (company_id, sensor_id, at) do nothing
    returning sensor_id as id, (extract(epoch from at) * 1000)::float8 as at, value`)
  for (const { id, at, value } of rows.toSorted((one, other) => one.at - other.at)) {
    const own = fresh.get(id) ?? []
    own.push({ at: Math.round(at), value })
    fresh.set(id, own)
  }
  return fresh
}

async function hearGateways(
  db: Db,
  companyId: Id<'company'>,
  told: ReadonlyMap<number, Told>,
  now: Date,
): Promise<Map<string, Id<'gateway'>>> {
  const addresses = [...new Set([...told.values()].flatMap(({ gateways }) => gateways))]
  if (addresses.length === 0) return new Map()
  const heard = await db
    .update(tables.gateway)
    .set({ lastHeardAt: now })
    .where(
      ofCompany(
        tables.gateway,
        companyId,
        eq(tables.gateway.isActive, true),
        inArray(tables.gateway.mac, addresses),
      ),
    )
    .returning({ id: tables.gateway.id, mac: tables.gateway.mac })
  return new Map(heard.map(({ id, mac }) => [mac, id]))
}

/**
 * Updates the state of each sensor. Returns excursions that began and ended within these readings.
 */
async function keepStandings(
  db: Db,
  companyId: Id<'company'>,
  {
    told,
    fresh,
    known,
    gateways,
  }: {
    told: ReadonlyMap<number, Told>
    fresh: ReadonlyMap<number, Reading[]>
    known: Sensors
    gateways: ReadonlyMap<string, Id<'gateway'>>
  },
  now: Date,
): Promise<PastOf[]> {
  const past: PastOf[] = []
  const late: Late[] = []
  const standings = [...fresh].flatMap(([id, readings]) => {
    const own = known.byId.get(id)
    const said = told.get(id)
    if (own === undefined || said === undefined) return []
    const { sensor: one, step } = own
    const measured = one.measuredAt?.getTime() ?? -Infinity
    // Only newer readings change the state; late ones fill gaps.
    const newer = readings.filter(({ at }) => at > measured)
    if (newer.length < readings.length)
      late.push({ known: own, readings: readings.filter(({ at }) => at <= measured) })
    const before =
      one.outside === null || one.outsideSince === null
        ? null
        : { side: one.outside, since: one.outsideSince.getTime() }
    const { outside, past: gone } = followReadings(before, newer, limitsOf(one, step), one.value)
    const lasted = gone.filter(({ since, until }) =>
      hasLastedMinutes(since, until, one.limitMinutes),
    )
    past.push(...joinExcursions(lasted).map((each) => ({ ...each, known: own })))
    const last = newer.at(-1)
    return [
      {
        id,
        value: last?.value ?? one.value,
        // A device clock ahead of the server's must not hide later readings.
        measured:
          last === undefined
            ? (one.measuredAt?.toISOString() ?? null)
            : iso(Math.min(last.at, now.getTime())),
        battery: said.battery ?? one.battery,
        // ends an older "not available"; a newer one is written after this
        over: last === undefined || (one.unavailableAt?.getTime() ?? -Infinity) > last.at ? 0 : 1,
        key: said.key ?? one.readsKey,
        raised: [...said.raisedBy],
        gateway: firstKnown(said.gateways, gateways) ?? one.gatewayId,
        side: outside?.side ?? null,
        since: outside === null ? null : iso(outside.since),
      },
    ]
  })
  if (standings.length > 0)
    await db.execute(sql`update ${tables.sensor} set last_heard_at = ${now}, value = told.value,
      measured_at = told.measured, battery = told.battery, gateway_id = told.gateway,
      outside = told.side, outside_since = told.since, reads_key = told.key,
      raised_by = told.raised,
      unavailable_at = case when told.over = 1 then null else unavailable_at end,
      unavailable_value = case when told.over = 1 then null else unavailable_value end
      from jsonb_to_recordset(${JSON.stringify(standings)}::jsonb) as told(id int, value float8,
        measured timestamptz, battery int, over int, key text, raised text[], gateway int, side text,
        since timestamptz)
      where ${tables.sensor.companyId} = ${companyId} and ${tables.sensor.id} = told.id`)
  return [...past, ...(await lateExcursions(db, companyId, late))]
}

/** A missing value hides older readings, but is not stored as a reading. */
async function keepUnavailable(
  db: Db,
  companyId: Id<'company'>,
  told: ReadonlyMap<number, Told>,
): Promise<boolean> {
  const documents = [...told].flatMap(([id, { unavailable, battery }]) =>
    unavailable === null
      ? []
      : [{ id, at: iso(unavailable.at), value: unavailable.value, battery }],
  )
  if (documents.length === 0) return false
  await db.execute(sql`update ${tables.sensor} set unavailable_at = told.at,
    unavailable_value = told.value, battery = coalesce(told.battery, ${tables.sensor.battery})
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as told(id int, at timestamptz,
      value float8, battery int)
    where ${tables.sensor.companyId} = ${companyId} and ${tables.sensor.id} = told.id
      and told.at >= coalesce(${tables.sensor.measuredAt}, '-infinity')`)
  return true
}

const iso = (at: number) => new Date(at).toISOString()

const firstKnown = (
  addresses: readonly string[],
  gateways: ReadonlyMap<string, Id<'gateway'>>,
): number | null => {
  for (const address of addresses) {
    const id = gateways.get(address)
    if (id !== undefined) return id
  }
  return null
}
