/** Readings that a file brings: found, written and taken back in sets. */
import { inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { MeterSource } from '#contract/meters/meterSources.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import type { PointKind } from '#contract/rules/meterTotals.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { writeChanges } from '#kernel/data/updateRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { ofVisible, readingEntry } from './meters.ts'
import { recountMeters } from './recount.ts'

const { meter, meterReading: reading, meterType, equipment } = tables

export interface KnownMeter {
  id: Id<'meter'>
  equipment: { id: Id<'equipment'>; name: string; purchasedOn: string | null; createdAt: Date }
  type: {
    id: Id<'meterType'>
    name: string
    source: MeterSource
    unit: string
    rollsOverAt: number | null
  }
}

export async function metersOfEquipment(
  scope: Scope,
  ids: readonly Id<'equipment'>[],
): Promise<Map<Id<'equipment'>, KnownMeter[]>> {
  if (ids.length === 0) return new Map()
  const rows = await scope.db
    .select({
      id: meter.id,
      equipment: {
        id: equipment.id,
        name: equipment.name,
        purchasedOn: equipment.purchasedOn,
        createdAt: equipment.createdAt,
      },
      type: {
        id: meterType.id,
        name: meterType.name,
        source: meterType.source,
        unit: meterType.unit,
        rollsOverAt: meterType.rollsOverAt,
      },
    })
    .from(meter)
    .innerJoin(equipment, joinOn(equipment, meter.equipmentId))
    .innerJoin(meterType, joinOn(meterType, meter.typeId))
    .where(ofVisible(scope, inArray(meter.equipmentId, [...ids])))
    .orderBy(byName(scope, meterType.name), meter.id)
  return new Map(groupBy(rows, (row) => row.equipment.id))
}

export interface StoredReading {
  id: Id<'meterReading'>
  meter: Id<'meter'>
  at: string
  value: number
  kind: PointKind
  startsAt: number | null
  endsAt: number | null
  source: string
  version: number
}

/** The readings of each meter between two moments, and their neighbours. */
export async function readingsBetween(
  { db, actor }: Scope,
  spans: readonly { id: Id<'meter'>; from: string; to: string }[],
): Promise<StoredReading[]> {
  if (spans.length === 0) return []
  const own = sql`company_id = ${actor.companyId} and meter_id = span.id`
  const { rows } = await db.execute<StoredReading & Record<string, unknown>>(sql`
    select point.id, span.id as meter, point.at, point.value, point.kind,
      point.starts_at as "startsAt", point.ends_at as "endsAt", point.source, point.version
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
      as span(id int, "from" timestamptz, "to" timestamptz)
    join lateral (
      (select * from ${reading} where ${own} and at between span."from" and span."to")
      union all
      (select * from ${reading} where ${own} and at < span."from" order by at desc limit 1)
      union all
      (select * from ${reading} where ${own} and at > span."to" order by at limit 1)
    ) as point on true`)
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

export interface ImportedReading {
  of: KnownMeter
  /** A stored reading that is corrected; null for a new one. */
  old: StoredReading | null
  at: string
  value: number
  kind: PointKind
  startsAt: number | null
  endsAt: number | null
}

/** Returns the ids in the order of the readings. */
export async function writeReadings(
  scope: Scope,
  readings: readonly ImportedReading[],
): Promise<Id<'meterReading'>[]> {
  const { db, actor, clock } = scope
  const fresh = readings.filter(({ old }) => old === null)
  const made =
    fresh.length === 0
      ? []
      : await db
          .insert(reading)
          .values(
            fresh.map(({ of, at, value, kind, startsAt, endsAt }) => ({
              companyId: actor.companyId,
              meterId: of.id,
              at: new Date(at),
              value,
              kind,
              startsAt,
              endsAt,
              total: 0,
              source: 'hand' as const,
              byId: actor.userId,
              createdAt: clock.now(),
              updatedAt: clock.now(),
            })),
          )
          .returning({ id: reading.id })
  const ids = new Map(fresh.map((one, index) => [one, made[index]?.id]))
  await setReadings(
    scope,
    readings.flatMap(({ old, value, kind, startsAt, endsAt }) =>
      old === null ? [] : [{ id: old.id, version: old.version, value, kind, startsAt, endsAt }],
    ),
  )
  await recountFrom(
    scope,
    readings.map(({ of, at }) => ({ id: of.id, at })),
  )
  await scope.journal(
    ...readings.map(({ of, old, value }) => readingEntry(of, old?.value ?? null, value)),
  )
  return readings.map((one) => {
    const id = one.old?.id ?? ids.get(one)
    if (id === undefined) throw new Error('A reading was not stored')
    return id
  })
}

export interface FormerReading {
  value: number
  kind: PointKind
  startsAt: number | null
  endsAt: number | null
}

interface ChangedReading extends FormerReading {
  id: Id<'meterReading'>
  version: number
}

/** Sets former values of readings that an import corrected. */
export async function restoreReadings(
  scope: Scope,
  changed: readonly ChangedReading[],
): Promise<void> {
  const rows = await withMeters(
    scope,
    changed.map(({ id }) => id),
  )
  await setReadings(scope, changed)
  await recountFrom(scope, rows)
  const former = new Map(changed.map((one) => [one.id, one.value]))
  await scope.journal(
    ...rows.map((row) => readingEntry(row, row.value, former.get(row.reading) ?? null)),
  )
}

export async function removeReadings(
  scope: Scope,
  ids: readonly Id<'meterReading'>[],
): Promise<void> {
  const rows = await withMeters(scope, ids)
  await scope.db
    .delete(reading)
    .where(ofCompany(reading, scope.actor.companyId, inArray(reading.id, [...ids])))
  await recountFrom(scope, rows)
  await scope.journal(...rows.map((row) => readingEntry(row, row.value, null)))
}

const setReadings = ({ db, actor, clock }: Scope, changed: readonly ChangedReading[]) =>
  writeChanges(
    db,
    reading,
    changed.map(({ id, version, value, kind, startsAt, endsAt }) => ({
      id,
      version,
      set: { value, kind, startsAt, endsAt },
    })),
    { at: clock.now(), where: (isOfRow) => ofCompany(reading, actor.companyId, isOfRow) },
  )

async function withMeters({ db, actor }: Scope, ids: readonly Id<'meterReading'>[]) {
  const rows = await db
    .select({
      reading: reading.id,
      id: reading.meterId,
      at: reading.at,
      value: reading.value,
      equipment: { id: equipment.id, name: equipment.name },
      type: { name: meterType.name },
    })
    .from(reading)
    .innerJoin(meter, joinOn(meter, reading.meterId))
    .innerJoin(equipment, joinOn(equipment, meter.equipmentId))
    .innerJoin(meterType, joinOn(meterType, meter.typeId))
    .where(ofCompany(reading, actor.companyId, inArray(reading.id, [...ids])))
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

const recountFrom = (scope: Scope, rows: readonly { id: Id<'meter'>; at: string }[]) =>
  recountMeters(
    scope,
    [...groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
      id,
      from: own.reduce((first, { at }) => (at < first ? at : first), own[0]?.at ?? ''),
    })),
  )
