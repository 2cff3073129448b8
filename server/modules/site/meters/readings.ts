/** Readings that users add, correct and remove. */
import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { takesReadings } from '#contract/meters/meterSources.ts'
import type { meters as contract } from '#contract/meters/meters.ts'
import {
  contradiction,
  isEarlyRollover,
  isFarAbove,
  type MeterPoint,
} from '#contract/rules/meterTotals.ts'
import { earliestReading, timeOfReading } from '#contract/rules/readingTime.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { nextVersion, refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { ofVisible, oneMeter, readingEntry, type SelectedMeter } from './meters.ts'
import { recountMeters } from './recount.ts'
import { isCounted } from './totalAt.ts'

type Added = z.output<typeof contract.addMeterReading.body>
type Corrected = z.output<typeof contract.updateMeterReading.body>
type Given = Pick<Added, 'value' | 'kind' | 'startsAt' | 'endsAt' | 'isSure'>
type AddedView = z.input<typeof contract.addMeterReading.response>
export type ReadingView = Omit<CorrectedView, 'openWork'>
type CorrectedView = z.input<typeof contract.updateMeterReading.response>

const { meter, meterReading: reading, equipment, user } = tables

function selectReadings(scope: Scope, ...conditions: Parameters<typeof ofVisible>[1][]) {
  return scope.db
    .select({
      reading,
      by: { id: user.id, name: sql<string>`${user.firstName} || ' ' || ${user.lastName}` },
    })
    .from(reading)
    .innerJoin(meter, joinOn(meter, reading.meterId))
    .innerJoin(equipment, joinOn(equipment, meter.equipmentId))
    .leftJoin(user, joinOn(user, reading.byId))
    .where(ofVisible(scope, ...conditions))
    .$dynamic()
}
type Selected = Awaited<ReturnType<typeof selectReadings>>[number]

const viewOf = ({ reading: row, by }: Selected): ReadingView => ({
  id: row.id,
  at: row.at.toISOString(),
  value: row.value,
  kind: row.kind,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  total: row.total,
  source: row.source,
  by: by?.id == null ? null : { id: by.id, name: by.name },
  procedureLogId: row.procedureLogId,
  version: row.version,
})

export async function listReadings(
  scope: Scope,
  id: Id<'meter'>,
  { limit, offset, sort }: z.output<typeof contract.listMeterReadings.body>,
): Promise<{ count: number; rows: ReadingView[] }> {
  await oneMeter(scope, id)
  const [total] = await scope.db
    .select({ count })
    .from(reading)
    .where(ofCompany(reading, scope.actor.companyId, eq(reading.meterId, id)))
  const rows = await selectReadings(scope, eq(reading.meterId, id))
    .orderBy(sort === 'at' ? reading.at : desc(reading.at))
    .limit(limit)
    .offset(offset)
  return { count: total?.count ?? 0, rows: rows.map(viewOf) }
}

async function oneReading(scope: Scope, id: Id<'meterReading'>): Promise<Selected> {
  const [found] = await selectReadings(scope, eq(reading.id, id))
  if (!found) throw refuseNotFound('meter reading')
  return found
}

async function byKey(scope: Scope, key: string): Promise<Selected | undefined> {
  const [found] = await selectReadings(scope, eq(reading.clientKey, key))
  return found
}

/** The readings before and after a moment that count. */
async function neighbours(
  { db, actor }: Scope,
  meterId: Id<'meter'>,
  at: Date,
  except = 0,
): Promise<{ last: MeterPoint | null; next: MeterPoint | null }> {
  const counted = and(eq(reading.meterId, meterId), isCounted, sql`${reading.id} <> ${except}`)
  const [last] = await db
    .select()
    .from(reading)
    .where(ofCompany(reading, actor.companyId, counted, sql`${reading.at} < ${at}`))
    .orderBy(desc(reading.at))
    .limit(1)
  const [next] = await db
    .select()
    .from(reading)
    .where(ofCompany(reading, actor.companyId, counted, sql`${reading.at} > ${at}`))
    .orderBy(reading.at)
    .limit(1)
  const point = (row: typeof last): MeterPoint | null =>
    row === undefined ? null : { ...row, at: row.at.toISOString() }
  return { last: point(last), next: point(next) }
}

/** Refuses what the meter cannot show, and a plain reading that contradicts its neighbours. */
async function check(
  scope: Scope,
  { meter: of, type }: SelectedMeter,
  { value, kind, startsAt, endsAt, isSure = false }: Given,
  at: Date,
  except = 0,
): Promise<void> {
  if (type.rollsOverAt !== null && Math.max(value, startsAt ?? 0, endsAt ?? 0) > type.rollsOverAt)
    throw badInput('body.value', 'aboveMaximum', String(type.rollsOverAt))
  if (kind === 'rolledOver' && type.rollsOverAt === null)
    throw badInput('body.kind', 'notAChoice', 'The highest value of this meter is not known.')
  if (startsAt !== null && startsAt > value)
    throw badInput('body.startsAt', 'reversed', 'It began above its present value.')
  const { last, next } = await neighbours(scope, of.id, at, except)
  if (endsAt !== null && last !== null && endsAt < last.value)
    throw badInput('body.endsAt', 'belowLast', String(last.value))
  if (kind === 'rolledOver' && last !== null && value >= last.value)
    throw badInput('body.kind', 'unexpected', 'The counter did not fall, so it did not roll over.')
  if (kind === 'rolledOver' && !isSure && isEarlyRollover(last, type.rollsOverAt ?? 0))
    throw badInput('body.value', 'farAbove', String(last?.value ?? ''))
  if (kind !== 'read') return
  const why = contradiction(value, last, next)
  if (why !== null)
    throw badInput('body.value', why, String((why === 'belowLast' ? last : next)?.value ?? ''))
  if (!isSure && isFarAbove({ at: at.toISOString(), value }, last, type.unit))
    throw badInput('body.value', 'farAbove', String(last?.value ?? ''))
}

export async function addReading(
  scope: Scope,
  id: Id<'meter'>,
  { clientKey, at: given, isSure, ...draft }: Added,
): Promise<AddedView> {
  const { db, actor, clock } = scope
  const of = await oneMeter(scope, id)
  await db.execute(sql`select from ${meter} where ${ofCompany(meter, actor.companyId, eq(meter.id, id))}
    for update`)
  const known = await byKey(scope, clientKey)
  if (known) return { ...viewOf(known), isTimeCorrected: false }
  if (!takesReadings(of.type.source))
    throw badInput('', 'countsItself', 'This meter counts by itself.')
  const { at: time, isTimeCorrected } = timeOfReading(
    given && new Date(given).toISOString(),
    clock.now().toISOString(),
  )
  const at = new Date(time)
  await refuseTooEarly(scope, of.equipment.id, time)
  await check(scope, of, { ...draft, isSure }, at)
  const [made] = await db
    .insert(reading)
    .values({
      ...draft,
      companyId: actor.companyId,
      meterId: id,
      at,
      total: 0,
      source: 'hand',
      clientKey,
      byId: actor.userId,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    })
    .returning({ id: reading.id })
  if (!made) throw new Error('The reading was not stored')
  await recountMeters(scope, [{ id, from: at.toISOString() }])
  await scope.journal(readingEntry(of, null, draft.value))
  return { ...viewOf(await oneReading(scope, made.id)), isTimeCorrected }
}

async function refuseTooEarly(
  { db, actor }: Scope,
  equipmentId: Id<'equipment'>,
  at: string,
): Promise<void> {
  const [of] = await db
    .select({ purchasedOn: equipment.purchasedOn, createdAt: equipment.createdAt })
    .from(equipment)
    .where(ofCompany(equipment, actor.companyId, eq(equipment.id, equipmentId)))
  if (of === undefined) return
  const earliest = earliestReading({ ...of, createdAt: of.createdAt.toISOString() }, actor.timezone)
  if (at < earliest) throw badInput('body.at', 'beforeEquipment', earliest)
}

/** Marks of hours are derived again, so a change would not last. */
function refuseDerived({ reading: { kind, source } }: Selected): void {
  if (kind === 'started' || kind === 'stopped')
    throw conflict('A device or the history counted it.', [
      { path: '', code: 'otherSource', message: source },
    ])
}

export async function updateReading(
  scope: Scope,
  id: Id<'meterReading'>,
  { version, isSure, ...draft }: Corrected,
): Promise<CorrectedView> {
  const before = await oneReading(scope, id)
  const row = before.reading
  await refuseStale(version, row, () => viewOf(before))
  refuseDerived(before)
  const of = await oneMeter(scope, row.meterId)
  if (row.source === 'sensor' && draft.value !== row.value)
    throw badInput('body.value', 'countsItself', 'A device counted it.')
  // The explanation of an unclear reading confirms its value.
  const isExplained = row.kind === 'unclear' && draft.value === row.value
  await check(scope, of, { ...draft, isSure: isSure === true || isExplained }, row.at, id)
  await writeVersioned(scope, reading, { id, version, set: draft })
  await recountMeters(scope, [{ id: row.meterId, from: row.at.toISOString() }])
  await scope.journal(readingEntry(of, row.value, draft.value))
  return {
    ...viewOf(await oneReading(scope, id)),
    openWork: await openWorkSince(scope, of, row.at),
  }
}

/** A corrected total closes no work: somebody may be at it already. */
async function openWorkSince(
  { db, actor }: Scope,
  { equipment: { id }, type }: SelectedMeter,
  at: Date,
): Promise<number> {
  const { occurrence, rrule } = tables
  const [own] = await db
    .select({ count })
    .from(occurrence)
    .innerJoin(rrule, joinOn(rrule, occurrence.rruleId))
    .where(
      ofCompany(
        occurrence,
        actor.companyId,
        eq(occurrence.equipmentId, id),
        eq(rrule.meterTypeId, type.id),
        inArray(occurrence.state, ['planned', 'due', 'late']),
        gte(occurrence.plannedAt, at),
      ),
    )
  return own?.count ?? 0
}

/**
 * Returns the open work that began since. What an answer or a device says stays, left out, so that it does not become
 * a reading again.
 */
export async function deleteReading(scope: Scope, id: Id<'meterReading'>): Promise<number> {
  const before = await oneReading(scope, id)
  const { meterId, at, value, source } = before.reading
  refuseDerived(before)
  const of = await oneMeter(scope, meterId)
  const own = ofCompany(reading, scope.actor.companyId, eq(reading.id, id))
  if (source !== 'hand')
    await scope.db
      .update(reading)
      .set({ kind: 'leftOut', ...nextVersion(reading, scope.clock.now()) })
      .where(own)
  else await scope.db.delete(reading).where(own)
  await recountMeters(scope, [{ id: meterId, from: at.toISOString() }])
  await scope.journal(readingEntry(of, value, null))
  return openWorkSince(scope, of, at)
}
