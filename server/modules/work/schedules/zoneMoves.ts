import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { instantOf } from '#contract/timeZones/wallTime.ts'
import {
  DAY_MS,
  offsetIn,
  type OffsetDifference,
  type ZoneTable,
} from '#contract/timeZones/zoneTable.ts'
import * as tables from '#db/schema/index.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { writeJournal } from '#kernel/events/journal.ts'

interface Company {
  companyId: Id<'company'>
  timezone: string
  language: Language
}
interface Move {
  before: ZoneTable
  change: OffsetDifference
  from: string
  to: string
  now: Date
}
type Row = typeof tables.occurrence.$inferSelect
type Dates = Pick<Row, 'id' | 'rruleId' | 'plannedAt' | 'at' | 'dueBy' | 'remindAt'> & {
  isMoved: boolean
  was: Date
}

/** Milliseconds. Offsets of two releases never differ by more. */
export const FARTHEST_MOVE = 2 * DAY_MS
const PORTION = 500

export async function moveCompany(
  db: Db,
  company: Company,
  move: Move,
): Promise<{ schedules: number; occurrences: number }> {
  const { companyId, timezone, language } = company
  const { change, from, to, now } = move
  const schedules = await db
    .update(tables.rrule)
    .set({ nextEvaluationAt: now })
    .where(
      ofCompany(
        tables.rrule,
        companyId,
        isNull(tables.rrule.deletedAt),
        eq(tables.rrule.isActive, true),
      ),
    )
    .returning({ id: tables.rrule.id, name: tables.rrule.name })
  const dates = await movedDates(db, company, move)
  for (let at = 0; at < dates.length; at += PORTION)
    await writeDates(db, companyId, dates.slice(at, at + PORTION), now)
  const actor = systemActor(companyId, timezone, language, {
    kind: 'system',
    id: null,
    name: 'Plantroom',
  })
  const next = nextMoved(dates)
  const since = new Date(change.from).toISOString().slice(0, 10)
  for (let at = 0; at < schedules.length; at += PORTION)
    await writeJournal(
      db,
      companyId,
      schedules.slice(at, at + PORTION).map(({ id, name }) => ({
        change: {
          entity: 'rrule',
          id,
          name: name ?? '',
          before: {
            zoneData: `${from}, ${since}: ${offsetText(change.before)}`,
            nextDate: next.get(id)?.was.toISOString() ?? null,
          },
          after: {
            zoneData: `${to}, ${since}: ${offsetText(change.after)}`,
            nextDate: next.get(id)?.at.toISOString() ?? null,
          },
        },
        actor,
        at: now,
        isOverwriting: false,
      })),
    )
  return { schedules: schedules.length, occurrences: dates.filter((one) => one.isMoved).length }
}

function nextMoved(dates: readonly Dates[]): Map<Row['rruleId'], Dates> {
  const next = new Map<Row['rruleId'], Dates>()
  for (const date of dates) {
    const known = next.get(date.rruleId)
    if (date.isMoved && (known === undefined || date.at < known.at)) next.set(date.rruleId, date)
  }
  return next
}

/**
 * Occurrences that have not begun move. Others keep their times and only get the new planned time,
 * so that the rule does not create them again.
 */
async function movedDates(
  db: Db,
  { companyId, timezone }: Company,
  { before, now }: Move,
): Promise<Dates[]> {
  const rows = await db
    .select()
    .from(tables.occurrence)
    .where(
      and(
        ofCompany(
          tables.occurrence,
          companyId,
          gte(tables.occurrence.plannedAt, new Date(now.getTime() - FARTHEST_MOVE)),
        ),
        inArray(
          tables.occurrence.rruleId,
          db
            .select({ id: tables.rrule.id })
            .from(tables.rrule)
            .where(ofCompany(tables.rrule, companyId, eq(tables.rrule.kind, 'specific'))),
        ),
      ),
    )
  const toNew = (at: Date) =>
    new Date(instantOf(at.getTime() + offsetIn(before, at.getTime()), timezone))
  const dates = rows.flatMap((row): (Dates & { key: string })[] => {
    const plannedAt = toNew(row.plannedAt)
    const isMoved =
      row.at > now && (row.state === 'planned' || row.state === 'due') && row.doneAt === null
    if (plannedAt.getTime() === row.plannedAt.getTime()) return []
    if (!isMoved && plannedAt <= now) return []
    const key = keyOf(row, plannedAt)
    if (!isMoved) return [{ ...row, plannedAt, isMoved, was: row.at, key }]
    const dueBy = row.dueBy && toNew(row.dueBy)
    const remindAt = row.remindedAt === null && row.remindAt ? toNew(row.remindAt) : row.remindAt
    return [{ ...row, plannedAt, at: toNew(row.at), dueBy, remindAt, isMoved, was: row.at, key }]
  })
  const leaving = new Set(dates.map(({ id }) => id))
  const taken = new Set(
    rows.filter(({ id }) => !leaving.has(id)).map((row) => keyOf(row, row.plannedAt)),
  )
  return dates.filter(({ key }) => !taken.has(key) && taken.add(key))
}

const keyOf = ({ rruleId, equipmentId, locationId }: Row, plannedAt: Date): string =>
  `${rruleId}/${equipmentId ?? ''}/${locationId ?? ''}/${plannedAt.toISOString()}`

async function writeDates(
  db: Db,
  companyId: Id<'company'>,
  dates: readonly Dates[],
  now: Date,
): Promise<void> {
  const ids = dates.map(({ id }) => id)
  // Moves the rows in two passes, because the unique index is checked row by row.
  await db
    .update(tables.occurrence)
    .set({ plannedAt: sql`${tables.occurrence.plannedAt} + interval '1000 years'` })
    .where(ofCompany(tables.occurrence, companyId, inArray(tables.occurrence.id, ids)))
  const instant = (at: Date | null) => sql`${at?.toISOString() ?? null}::timestamptz`
  const values = dates.map(
    ({ id, plannedAt, at, dueBy, remindAt, isMoved, was }) =>
      sql`(${id}::int, ${instant(plannedAt)}, ${instant(at)}, ${instant(dueBy)}, ${instant(remindAt)}, ${isMoved}::boolean, ${instant(was)})`,
  )
  await db.execute(sql`update ${tables.occurrence} set planned_at = moved.planned_at, at = moved.at,
      due_by = moved.due_by, remind_at = moved.remind_at,
      moved_from = case when moved.was < moved.at then moved.was end,
      version = version + moved.is_moved::int,
      updated_at = case when moved.is_moved then ${now.toISOString()}::timestamptz else updated_at end
    from (values ${sql.join(values, sql`, `)}) as moved (id, planned_at, at, due_by, remind_at, is_moved, was)
    where ${tables.occurrence.companyId} = ${companyId} and ${tables.occurrence.id} = moved.id`)
}

const two = (value: number) => String(Math.floor(value)).padStart(2, '0')

/** Formats an offset as `UTC-07:00`. */
export function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000))
  return `UTC${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
