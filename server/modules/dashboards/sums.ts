/**
 * Maintains the rollups of cards: computes those of past months and years, and deletes outdated
 * ones.
 */
import { calendarDay } from '#contract/formatters.ts'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { periodOf, periodsUpTo, type Period } from '#contract/dashboards/periods.ts'
import {
  company,
  occurrence,
  procedureLog,
  summedCell,
  summedMark,
  summedSpan,
  type SummedSource,
} from '#db/schema/index.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import { hundredthsOf, touches } from './counts.ts'
import { midnight, partOf } from './questions.ts'

interface Home {
  companyId: Id<'company'>
  zone: string
  today: string
}
interface Wanted extends Period {
  kind: 'month' | 'year'
}

/**
 * Updates the rollups of every company. Returns the number computed. Safe on several servers at
 * once.
 */
export async function bringSums(kernel: Pick<Kernel, 'pool' | 'clock'>): Promise<number> {
  const homes = await asSystem(kernel.pool, (db) =>
    db.select({ companyId: company.id, zone: company.timezone }).from(company),
  )
  let made = 0
  for (const home of homes) {
    const today = calendarDay(kernel.clock.now(), home.zone)
    for (const source of ['procedureLog', 'occurrence'] as const) {
      await inCompany(kernel.pool, home.companyId, (db) =>
        takeAwayMarked(db, { ...home, today }, source),
      )
      // One per transaction, because the embedded database blocks all others meanwhile.
      while (
        await inCompany(kernel.pool, home.companyId, (db) =>
          makeNext(db, { ...home, today }, source),
        )
      )
        made += 1
    }
  }
  return made
}

/** Advisory lock per company, so that deleting and computing never interleave. */
const isAlone = async (db: Db, { companyId }: Home): Promise<boolean> =>
  (
    await db.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('summed'), ${companyId}) as mine`,
    )
  ).rows[0]?.mine === true

const ofCompany = (
  table: typeof summedSpan | typeof summedMark,
  { companyId }: Home,
  source: SummedSource,
) => and(eq(table.companyId, companyId), eq(table.source, source))

/**
 * Deletes rollups of written days with their marks. A visible mark is committed with its write, so
 * later rollups include it. Later marks stay.
 */
async function takeAwayMarked(db: Db, home: Home, source: SummedSource): Promise<void> {
  if (!(await isAlone(db, home))) return
  const marks = await db
    .select({ id: summedMark.id, day: summedMark.day })
    .from(summedMark)
    .where(ofCompany(summedMark, home, source))
  if (marks.length === 0) return
  const days = [...new Set(marks.map(({ day }) => day))]
  const spans = await db
    .select({ id: summedSpan.id })
    .from(summedSpan)
    .where(
      and(
        ofCompany(summedSpan, home, source),
        sql`exists (select from unnest(${`{${days.join(',')}}`}::date[]) as marked (day)
          where ${touches(sql`marked.day`)})`,
      ),
    )
  await remove(
    db,
    home,
    spans.map(({ id }) => id),
  )
  await db
    .delete(summedMark)
    .where(
      and(
        ofCompany(summedMark, home, source),
        sql`${summedMark.id} = any(${`{${marks.map(({ id }) => id).join(',')}}`}::int[])`,
      ),
    )
}

async function remove(db: Db, { companyId }: Home, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .delete(summedCell)
    .where(and(eq(summedCell.companyId, companyId), inArray(summedCell.spanId, [...ids])))
  await db
    .delete(summedSpan)
    .where(and(eq(summedSpan.companyId, companyId), inArray(sql`${summedSpan.id}`, [...ids])))
}

/** Computes the first missing or outdated rollup. Returns false if there is none. */
async function makeNext(db: Db, home: Home, source: SummedSource): Promise<boolean> {
  if (!(await isAlone(db, home))) return false
  const wanted = await wantedSpans(db, home, source)
  const there = await db
    .select()
    .from(summedSpan)
    .where(ofCompany(summedSpan, home, source))
  const next = wanted.find(
    ({ kind, from, to }) =>
      !there.some(
        (span) =>
          span.kind === kind && span.from === from && span.to === to && span.zone === home.zone,
      ),
  )
  const outdated = there.filter(
    ({ kind, from, zone }) => zone !== home.zone || (next?.kind === kind && next.from === from),
  )
  await remove(
    db,
    home,
    outdated.map(({ id }) => id),
  )
  if (next === undefined) return false
  const [span] = await db
    .insert(summedSpan)
    .values({ companyId: home.companyId, source, ...next, zone: home.zone })
    .returning({ id: summedSpan.id })
  if (span === undefined) throw new Error('The span was not made')
  await db.execute(
    source === 'procedureLog'
      ? cellsOfLogs(home, span.id, next)
      : cellsOfOccurrences(home, span.id, next),
  )
  return true
}

/**
 * Every past month, and every year with all its months. Newest first, because they are read most.
 */
async function wantedSpans(
  db: Db,
  { companyId, zone, today }: Home,
  source: SummedSource,
): Promise<Wanted[]> {
  const { table, at } =
    source === 'procedureLog'
      ? { table: procedureLog, at: procedureLog.doneAt }
      : { table: occurrence, at: occurrence.at }
  const {
    rows: [oldest],
  } = await db.execute<{ day: string | null }>(
    sql`select to_char(min(${at}) at time zone ${zone}, 'YYYY-MM-DD') as day from ${table}
      where ${eq(table.companyId, companyId)}`,
  )
  const begun = periodOf('MONTH', today, 0).from
  if (!oldest?.day || oldest.day >= begun) return []
  const [year, month] = [
    Number(today.slice(0, 4)) - Number(oldest.day.slice(0, 4)),
    Number(today.slice(5, 7)) - Number(oldest.day.slice(5, 7)),
  ]
  const years = periodsUpTo('YEAR', today, 0, year + 1)
    .map(({ from, to }): Wanted => ({ kind: 'year', from, to: to < begun ? to : begun }))
    .filter(({ from, to }) => from < to)
  const months = periodsUpTo('MONTH', today, 0, year * 12 + month + 1)
    .filter(({ to }) => to <= begun)
    .map((period): Wanted => ({ kind: 'month', ...period }))
  return [...years.toReversed(), ...months.toReversed()]
}

const columns = sql`(company_id, span_id, cut, procedure_id, equipment_id, location_id, counted,
  done, done_late, not_done, unscored, hundredths, last_at)`

/** The GROUP BY columns of each kind. */
function grouped(
  kind: Wanted['kind'],
  { procedureId, equipmentId, locationId }: typeof procedureLog | typeof occurrence,
): { grouping: SQL; by: SQL } {
  if (kind === 'month')
    return {
      grouping: sql`'procedure', ${procedureId}, null::int, null::int`,
      by: sql`group by ${procedureId}`,
    }
  return {
    grouping: sql`case grouping(${procedureId}, ${equipmentId}) when 1 then 'procedure'
      when 2 then 'object' else 'both' end, ${procedureId}, ${equipmentId}, ${locationId}`,
    by: sql`group by grouping sets ((${procedureId}), (${equipmentId}, ${locationId}),
      (${procedureId}, ${equipmentId}, ${locationId}))`,
  }
}

const during = (at: SQL, { from, to }: Period, zone: string) =>
  sql`${at} >= ${midnight(from, zone)} and ${at} < ${midnight(to, zone)}`

function cellsOfLogs({ companyId, zone }: Home, spanId: number, span: Wanted): SQL {
  const { grouping, by } = grouped(span.kind, procedureLog)
  const isScored = sql`${procedureLog.score} is not null`
  return sql`insert into ${summedCell} ${columns} select ${companyId}::int, ${spanId}::int,
    ${grouping},
    count(*) filter (where ${isScored}), 0, 0, 0, count(*) filter (where not ${isScored}),
    ${hundredthsOf}, max(${procedureLog.doneAt}) filter (where ${isScored})
    from ${procedureLog} where ${eq(procedureLog.companyId, companyId)}
    and ${during(sql`${procedureLog.doneAt}`, span, zone)} ${by}`
}

/**
 * Without due occurrences, whose outcome depends on the current time. Late and missed are final.
 */
function cellsOfOccurrences({ companyId, zone }: Home, spanId: number, span: Wanted): SQL {
  const { grouping, by } = grouped(span.kind, occurrence)
  const long = new Date(0) // nothing due was overdue then
  const number = (part: 'counted' | 'done' | 'doneLate' | 'notDone') =>
    sql`count(*) filter (where ${partOf('scheduleDone', part, long)})`
  return sql`insert into ${summedCell} ${columns} select ${companyId}::int, ${spanId}::int,
    ${grouping},
    ${number('counted')}, ${number('done')}, ${number('doneLate')}, ${number('notDone')}, 0, 0,
    max(${occurrence.at}) filter (where ${partOf('scheduleDone', 'counted', long)})
    from ${occurrence} where ${eq(occurrence.companyId, companyId)} and ${occurrence.state} <> 'due'
    and ${during(sql`${occurrence.at}`, span, zone)} ${by}`
}

const EVERY = 60_000
const FIRST = 3_000

export const startSums = (kernel: Kernel): void =>
  void startJob(kernel, {
    name: 'sums of cards',
    every: EVERY,
    first: FIRST,
    run: () => bringSums(kernel),
  })
