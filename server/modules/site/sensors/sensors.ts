import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { deviceIdOf } from '#contract/ingest/measurements.ts'
import { plainName } from '#contract/ingest/profiles/profile.ts'
import { canRead, exceededSide } from '#contract/rules/sensors.ts'
import type { sensors as contract } from '#contract/sensors.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named } from '#kernel/events/journal.ts'
import { count, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { updateVersioned } from '#kernel/data/updateVersioned.ts'
import { journalChange, type Journaled } from '#kernel/events/journalChange.ts'
import { deleteUnusedKey, saveDeviceKey } from './deviceKeys.ts'
import { isInState, searched, selectSensors, viewsOf, type SensorView } from './rows.ts'
import { limitsOf } from './limits.ts'

type Draft = z.output<typeof contract.createSensor.body>
type Question = Partial<z.output<typeof contract.listSensors.body>> & {
  limit: number
  offset: number
}
type Type = typeof tables.sensorType.$inferSelect

export async function listSensors(
  scope: Scope,
  { limit, offset, search, sort, typeId, equipmentId, state, ids }: Question,
  hasRecent = true,
): Promise<{ count: number; rows: SensorView[] }> {
  const where = and(
    scope.from.ever.sensors(),
    searchIn(searched, plainAddress(search)),
    typeId === undefined ? undefined : eq(tables.sensor.typeId, typeId),
    equipmentId === undefined ? undefined : eq(tables.sensor.equipmentId, equipmentId),
    state === undefined ? undefined : isInState(state, scope.clock.now()),
    ids === undefined ? undefined : sql`${tables.sensor.id} = any(${`{${ids.join(',')}}`}::int[])`,
  )
  const [total] = await scope.db
    .select({ count })
    .from(tables.sensor)
    .innerJoin(tables.sensorType, joinOn(tables.sensorType, tables.sensor.typeId))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.sensor.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.sensor.locationId))
    .where(where)
  const rows = await selectSensors(scope, where)
    .orderBy(
      ...orderOf(
        scope,
        sort,
        {
          name: tables.sensor.name,
          lastHeardAt: tables.sensor.lastHeardAt,
          battery: tables.sensor.battery,
        },
        tables.sensor.id,
        [byName(scope, tables.sensor.name), asc(tables.sensor.id)],
      ),
    )
    .limit(limit)
    .offset(offset)
  return { count: total?.count ?? 0, rows: await viewsOf(scope, rows, hasRecent) }
}

const plainAddress = (search: string | undefined) =>
  search?.replace(/([0-9a-f]{2})[:-](?=[0-9a-f])/gi, '$1')

async function oneSensor(scope: Scope, id: number): Promise<SensorView> {
  const found = await selectSensors(
    scope,
    scope.from.ever.sensors(sql`${tables.sensor.id} = ${id}`),
  )
  const [view] = await viewsOf(scope, found, true)
  if (!view) throw refuseNotFound('sensor')
  return view
}

async function check(
  scope: Scope,
  draft: Partial<Draft>,
  before: SensorView | null,
): Promise<{ deviceId?: string | null; metric?: Type['metric']; measurement?: string }> {
  const {
    db,
    actor: { companyId },
    from,
  } = scope
  const typeId = draft.typeId ?? before?.type.id
  const [type] = await db
    .select()
    .from(tables.sensorType)
    .where(ofCompany(tables.sensorType, companyId, sql`${tables.sensorType.id} = ${typeId ?? 0}`))
  if (!type) throw refuseNotFound('sensor type', 'body.typeId')
  if (before !== null && before.measuredAt !== null && type.metric !== before.type.metric)
    throw otherMetric('body.typeId', type.metric)
  if (draft.equipmentId !== undefined && draft.equipmentId !== null) {
    const found = await db
      .select({ id: tables.equipment.id })
      .from(tables.equipment)
      .where(from.equipment(eq(tables.equipment.id, draft.equipmentId)))
    if (found.length === 0) throw refuseNotFound('equipment', 'body.equipmentId')
  }
  if (draft.locationId !== undefined && draft.locationId !== null) {
    const found = await db
      .select({ id: tables.location.id })
      .from(tables.location)
      .where(from.locations(eq(tables.location.id, draft.locationId)))
    if (found.length === 0) throw refuseNotFound('location', 'body.locationId')
  }
  checkLimits(
    {
      lowerLimit: draft.lowerLimit === undefined ? (before?.lowerLimit ?? null) : draft.lowerLimit,
      upperLimit: draft.upperLimit === undefined ? (before?.upperLimit ?? null) : draft.upperLimit,
    },
    type,
  )
  const wire = draft.deviceId === undefined ? before?.deviceId : draft.deviceId
  const deviceId = wire === null || wire === undefined ? null : deviceIdOf(wire)
  if (wire !== null && wire !== undefined && deviceId === null)
    throw badInput('body.deviceId', 'invalid', 'This is not the id of a device.')
  let measurement =
    (draft.measurement === undefined ? before?.measurement : draft.measurement) ?? ''
  if (deviceId === null && typeof draft.encryptionKey === 'string')
    throw badInput('body.deviceId', 'required', 'An encryption key belongs to a device.')
  const isChosenAnew =
    before === null ||
    type.metric !== before.type.metric ||
    measurement !== (before.measurement ?? '') ||
    deviceId !== before.deviceId
  if (deviceId !== null && measurement !== '' && isChosenAnew)
    measurement = await keyOfChoice(scope, { deviceId, measurement, metric: type.metric })
  if (deviceId !== null) {
    const [other] = await db
      .select({ name: tables.sensor.name })
      .from(tables.sensor)
      .where(
        ofCompany(
          tables.sensor,
          companyId,
          eq(tables.sensor.deviceId, deviceId),
          eq(tables.sensor.metric, type.metric),
          eq(tables.sensor.measurement, measurement),
          before === null ? undefined : ne(tables.sensor.id, before.id as Id<'sensor'>),
        ),
      )
    if (other)
      throw conflict('Another sensor of this device measures the same.', [
        { path: 'body.deviceId', code: 'taken', message: deviceId },
      ])
  }
  return { metric: type.metric, measurement, ...(draft.deviceId === undefined ? {} : { deviceId }) }
}

/**
 * Finds the chosen measurement by key, or by its name on the device or page. A sensor reads only
 * measurements of its type's kind.
 */
async function keyOfChoice(
  { db, actor: { companyId } }: Scope,
  { deviceId, measurement, metric }: { deviceId: string; measurement: string; metric: string },
): Promise<string> {
  const plain = plainKey(measurement)
  const { key, label } = tables.deviceMeasurement
  const [known] = await db
    .select({ key, metric: tables.deviceMeasurement.metric })
    .from(tables.deviceMeasurement)
    .where(
      ofCompany(
        tables.deviceMeasurement,
        companyId,
        eq(tables.deviceMeasurement.deviceId, deviceId),
        sql`(${key} = ${measurement} or ${key} = ${plain} or lower(${label}) = lower(${measurement}))`,
      ),
    )
    .orderBy(
      desc(sql`${key} = ${measurement}`),
      desc(sql`${label} = ${measurement}`),
      asc(tables.deviceMeasurement.position),
    )
    .limit(1)
  if (known === undefined) return plain
  if (!canRead(metric, known.metric)) throw otherMetric('body.measurement', metric)
  return known.key
}

/**
 * Normalises a name: `TempC_DS` → `tempcds`. The number of a repeated name stays separate:
 * `temperature 2`.
 */
export const plainKey = (name: string): string => {
  const number = / \d+$/.exec(name)?.[0] ?? ''
  return plainName(name.substring(0, name.length - number.length)) + number
}

export const otherMetric = (path: string, metric: string) =>
  conflict('What was measured is of another kind.', [
    { path, code: 'otherMetric', message: metric },
  ])

function checkLimits(
  { lowerLimit, upperLimit }: Pick<Draft, 'lowerLimit' | 'upperLimit'>,
  { minimum, maximum }: Type,
): void {
  if (lowerLimit !== null && upperLimit !== null && lowerLimit >= upperLimit)
    throw badInput('body.upperLimit', 'reversed', 'The upper limit lies below the lower one.')
  const beyond = (limit: number | null) =>
    limit !== null &&
    ((minimum !== null && limit < minimum) || (maximum !== null && limit > maximum))
  if (beyond(lowerLimit))
    throw badInput('body.lowerLimit', 'beyondRange', 'Its type cannot measure so far.')
  if (beyond(upperLimit))
    throw badInput('body.upperLimit', 'beyondRange', 'Its type cannot measure so far.')
}

const journaled: Journaled<SensorView, 'sensor'> = {
  entity: 'sensor',
  nameOf: (row) => row.name,
  fieldsOf: (row) => ({
    name: row.name,
    type: row.type.name,
    deviceId: row.deviceId,
    measurement: row.measurement,
    encryptionKey: row.encryptionKeySetAt,
    equipment: row.equipment && named('equipment', row.equipment),
    location: row.location && named('location', row.location),
    offset: row.offset,
    lowerLimit: row.lowerLimit,
    upperLimit: row.upperLimit,
    limitMinutes: row.limitMinutes,
    isActive: row.isActive,
  }),
}

export async function createSensor(
  scope: Scope,
  { encryptionKey, ...draft }: Draft,
): Promise<SensorView> {
  const {
    metric = 'temperature',
    deviceId = null,
    measurement = '',
  } = await check(scope, { ...draft, encryptionKey }, null)
  const [made] = await scope.db
    .insert(tables.sensor)
    .values({ ...draft, metric, deviceId, measurement, companyId: scope.actor.companyId })
    .returning({ id: tables.sensor.id })
  if (deviceId !== null && encryptionKey !== undefined)
    await saveDeviceKey(scope, deviceId, encryptionKey)
  if (deviceId !== null) await deleteReportsOfUnknown(scope, deviceId)
  const after = await oneSensor(scope, made?.id ?? 0)
  await journalChange(scope, journaled, null, after)
  return after
}

/** The device is known from now on, so that nothing is to be done about these reports. */
const deleteReportsOfUnknown = ({ db, actor }: Scope, deviceId: string): Promise<unknown> =>
  db
    .delete(tables.quarantine)
    .where(
      ofCompany(
        tables.quarantine,
        actor.companyId,
        inArray(tables.quarantine.reason, ['unknownSensor', 'newDevice']),
        eq(tables.quarantine.about, deviceId),
      ),
    )

export function updateSensor(
  scope: Scope,
  id: Id<'sensor'>,
  { version, ...change }: Partial<Draft> & { version: number },
): Promise<SensorView> {
  return updateVersioned(scope, tables.sensor, {
    id,
    version,
    read: () => oneSensor(scope, id),
    set: async (before) => {
      return {
        ...withoutChoice(change),
        ...(await check(scope, change, before)),
        ...readsAnew(before, change),
        ...(change.isActive === true && !before.isActive ? { waitsFrom: scope.clock.now() } : {}),
      }
    },
    afterWrite: async (written, before) => {
      await judgeAnew(scope, written)
      if (written.deviceId !== null && change.encryptionKey !== undefined)
        await saveDeviceKey(scope, written.deviceId, change.encryptionKey)
      if (change.deviceId !== undefined) await deleteUnusedKey(scope, before.deviceId)
      if (change.deviceId !== undefined && written.deviceId !== null)
        await deleteReportsOfUnknown(scope, written.deviceId)
    },
    journal: journaled,
  })
}

const withoutChoice = <T extends Partial<Draft>>({
  measurement: _choice,
  encryptionKey: _key,
  ...rest
}: T) => rest

/**
 * True after a new device or measurement: unless one is chosen, the first reading decides again.
 */
const readsAnew = (before: SensorView, { deviceId, measurement }: Partial<Draft>) =>
  (deviceId === undefined || deviceId === before.deviceId) &&
  (measurement === undefined || measurement === before.measurement)
    ? {}
    : { readsKey: null, raisedBy: [], unavailableAt: null, unavailableValue: null }

/** New limits also apply to the latest reading. */
async function judgeAnew(
  { db, actor: { companyId } }: Scope,
  row: typeof tables.sensor.$inferSelect,
): Promise<void> {
  const [type] = await db
    .select({ step: tables.sensorType.step })
    .from(tables.sensorType)
    .where(ofCompany(tables.sensorType, companyId, eq(tables.sensorType.id, row.typeId)))
  const outside =
    row.value === null ? null : exceededSide(row.value, limitsOf(row, type?.step ?? 0), row.outside)
  if (outside === row.outside) return
  await db
    .update(tables.sensor)
    .set({ outside, outsideSince: outside === null ? null : row.measuredAt })
    .where(ofCompany(tables.sensor, companyId, eq(tables.sensor.id, row.id)))
}

export async function deleteSensor(scope: Scope, id: Id<'sensor'>): Promise<void> {
  const before = await oneSensor(scope, id)
  const { companyId } = scope.actor
  await scope.db
    .delete(tables.sensorReading)
    .where(ofCompany(tables.sensorReading, companyId, eq(tables.sensorReading.sensorId, id)))
  await scope.db
    .delete(tables.sensor)
    .where(ofCompany(tables.sensor, companyId, eq(tables.sensor.id, id)))
  await deleteUnusedKey(scope, before.deviceId)
  await journalChange(scope, journaled, before, null)
}
