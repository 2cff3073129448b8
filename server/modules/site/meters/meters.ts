import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { countsHours, METERS_OF_EQUIPMENT } from '#contract/meters/meterSources.ts'
import type { meters as contract } from '#contract/meters/meters.ts'
import { HOUR } from '#contract/rules/meterTotals.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, intArray, orderOf, searchRows } from '#kernel/data/listQueries.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { Parts } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { totalAt } from './totalAt.ts'

type Question = z.output<typeof contract.listMeters.body>
export type MeterView = z.input<typeof contract.addMeter.response>

const { meter, meterType, meterReading, equipment } = tables
const DAY = 86_400_000
const RECENT_DAYS = 90

/** Meters of visible equipment. */
export const ofVisible = ({ from }: Scope, ...conditions: (SQL | undefined)[]): SQL =>
  sql`${and(eq(meter.companyId, equipment.companyId), ...conditions) ?? sql`true`}
    and ${from.equipment()}`

function selectMeters(scope: Scope, where: SQL) {
  const ago = sql`${new Date(scope.clock.now().getTime() - RECENT_DAYS * DAY)}::timestamptz`
  return scope.db
    .select({
      meter,
      equipment: { id: equipment.id, name: equipment.name },
      type: {
        id: meterType.id,
        name: meterType.name,
        unit: meterType.unit,
        source: meterType.source,
        rollsOverAt: meterType.rollsOverAt,
      },
      before: totalAt(meter.companyId, meter.id, ago),
      unclear: sql<number>`(select count(*)::int from ${meterReading}
        where ${meterReading.companyId} = ${meter.companyId}
        and ${meterReading.meterId} = ${meter.id} and ${meterReading.kind} = 'unclear')`,
    })
    .from(meter)
    .innerJoin(equipment, joinOn(equipment, meter.equipmentId))
    .innerJoin(meterType, joinOn(meterType, meter.typeId))
    .where(where)
    .$dynamic()
}
export type SelectedMeter = Awaited<ReturnType<typeof selectMeters>>[number]

function viewOf({ clock }: Scope, selected: SelectedMeter): MeterView {
  const { meter: row, equipment: of, type, before, unclear } = selected
  const since =
    row.isRunning && row.readAt ? (clock.now().getTime() - row.readAt.getTime()) / HOUR : 0
  const total = row.total + Math.max(0, since)
  return {
    id: row.id,
    equipment: of,
    type,
    value: countsHours(type.source) ? null : row.value,
    total,
    readAt: row.readAt?.toISOString() ?? null,
    isRunning: row.isRunning,
    recentUse: Math.max(0, total - before),
    unclear,
    version: row.version,
  }
}

export async function listMeters(
  scope: Scope,
  { equipmentId, typeId, ids, search, sort, limit, offset }: Question,
): Promise<{ count: number; rows: MeterView[] }> {
  const where = ofVisible(
    scope,
    equipmentId === undefined ? undefined : eq(meter.equipmentId, equipmentId),
    typeId === undefined ? undefined : eq(meter.typeId, typeId),
    ids === undefined ? undefined : sql`${meter.id} = any(${intArray(ids)})`,
    searchRows(scope, equipment, search),
  )
  const [total] = await scope.db
    .select({ count })
    .from(meter)
    .innerJoin(equipment, joinOn(equipment, meter.equipmentId))
    .where(where)
  const rows = await selectMeters(scope, where)
    .orderBy(
      ...orderOf(
        scope,
        sort,
        { equipment: equipment.name, total: meter.total, readAt: meter.readAt },
        meter.id,
        [byName(scope, equipment.name), byName(scope, meterType.name), asc(meter.id)],
      ),
    )
    .limit(limit)
    .offset(offset)
  return { count: total?.count ?? 0, rows: rows.map((row) => viewOf(scope, row)) }
}

export async function oneMeter(scope: Scope, id: Id<'meter'>): Promise<SelectedMeter> {
  const [found] = await selectMeters(scope, ofVisible(scope, eq(meter.id, id)))
  if (!found) throw refuseNotFound('meter')
  return found
}

const journalled = (
  scope: Scope,
  { equipment: of, type }: Pick<SelectedMeter, 'equipment' | 'type'>,
  [before, after]: readonly [boolean, boolean],
) =>
  scope.journal({
    entity: 'equipment',
    ...of,
    before: { meter: before ? type.name : null },
    after: { meter: after ? type.name : null },
  })

export async function addMeter(
  scope: Scope,
  { equipmentId, typeId }: z.output<typeof contract.addMeter.body>,
): Promise<MeterView> {
  const { db, actor, clock, from } = scope
  const [target] = await db
    .select({ id: equipment.id })
    .from(equipment)
    .where(from.equipment(eq(equipment.id, equipmentId)))
    .for('update')
  if (!target) throw refuseNotFound('equipment', 'body.equipmentId')
  const [type] = await db
    .select({ id: meterType.id })
    .from(meterType)
    .where(ofCompany(meterType, actor.companyId, eq(meterType.id, typeId)))
  if (!type) throw refuseNotFound('meter type', 'body.typeId')
  const [known] = await db
    .select({ count })
    .from(meter)
    .where(ofCompany(meter, actor.companyId, eq(meter.equipmentId, equipmentId)))
  if ((known?.count ?? 0) >= METERS_OF_EQUIPMENT)
    throw conflict('The equipment has as many meters as it may have.', [
      { path: 'body.equipmentId', code: 'tooManyMeters', message: String(METERS_OF_EQUIPMENT) },
    ])
  const [made] = await db
    .insert(meter)
    .values({
      companyId: actor.companyId,
      equipmentId,
      typeId,
      isOwn: true,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    })
    .returning({ id: meter.id })
  if (!made) throw new Error('The meter was not stored')
  const after = await oneMeter(scope, made.id)
  await journalled(scope, after, [false, true])
  return viewOf(scope, after)
}

export async function deleteMeter(scope: Scope, id: Id<'meter'>): Promise<void> {
  const before = await oneMeter(scope, id)
  const [ofType] = await scope.db
    .select({ id: equipment.id })
    .from(equipment)
    .innerJoin(meterType, sql`${meterType.companyId} = ${equipment.companyId}`)
    .where(
      ofCompany(
        equipment,
        scope.actor.companyId,
        eq(equipment.id, before.equipment.id),
        eq(meterType.id, before.type.id),
        sql`${equipment.typeId} = any(${meterType.equipmentTypeIds})`,
      ),
    )
  if (ofType)
    throw conflict('The equipment type has this meter.', [
      { path: '', code: 'meterOfType', message: before.type.name },
    ])
  await scope.db.delete(meter).where(ofCompany(meter, scope.actor.companyId, eq(meter.id, id)))
  await journalled(scope, before, [true, false])
}

/** A reading in the journal of its equipment, by the name of the meter. */
export function readingEntry(
  { equipment: of, type }: { equipment: SelectedMeter['equipment']; type: { name: string } },
  before: number | null,
  after: number | null,
) {
  const part = (value: number | null) => new Parts(value === null ? [] : [{ of: type.name, value }])
  return {
    entity: 'equipment' as const,
    id: of.id,
    name: of.name,
    before: { meterReading: part(before) },
    after: { meterReading: part(after) },
  }
}
