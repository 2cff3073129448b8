import { calendarDay } from '#contract/formatters.ts'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { periodOf, periodsUpTo, type Period } from '#contract/dashboards/periods.ts'
import * as tables from '#db/schema/index.ts'
import { qualified } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import { startOfDay } from '#contract/timeZones/wallTime.ts'
import { midnight } from '#kernel/data/wallClock.ts'
import { isSpanOfZone, hundredthsOf, overlapsSpan } from './counts.ts'
import { partOf } from './questions.ts'

interface Home {
  companyId: Id<'company'>
  zone: string
  today: string
}
interface Wanted extends Period {
  kind: 'month' | 'year'
}

/** Companies without missing rollups: at which day and zone, and when that was found. */
type Settled = Map<Id<'company'>, { day: string; at: number }>

/** Milliseconds. Another server may have deleted rollups and then stopped. */
const SETTLED_FOR = 600_000

/**
 * Updates the rollups of every company. Returns the number computed. Safe on several servers at
 * once. Companies in `settled` without marks are skipped.
 */
export async function updateRollups(
  kernel: Pick<Kernel, 'pool' | 'clock'>,
  settled: Settled = new Map(),
): Promise<number> {
  const isMarked = qualified(
    sql<boolean>`exists (select from ${tables.summedMark} where ${tables.summedMark.companyId} = ${tables.company.id})`,
  )
  const companies = await asSystem(kernel.pool, (db) =>
    db
      .select({ companyId: tables.company.id, zone: tables.company.timezone, isMarked })
      .from(tables.company),
  )
  let made = 0
  const now = kernel.clock.now()
  for (const { isMarked: hasMarks, ...company } of companies) {
    const today = calendarDay(now, company.zone)
    const known = settled.get(company.companyId)
    const isSettled =
      known?.day === `${today} ${company.zone}` && Math.abs(now.getTime() - known.at) < SETTLED_FOR
    if (isSettled && !hasMarks) continue
    settled.delete(company.companyId)
    for (const source of ['procedureLog', 'occurrence'] as const) {
      await inCompany(kernel.pool, company.companyId, (db) =>
        deleteMarkedRollups(db, { ...company, today }, source),
      )
      // One per transaction, because the embedded database blocks all others meanwhile.
      while (
        await inCompany(kernel.pool, company.companyId, (db) =>
          makeNext(db, { ...company, today }, source),
        )
      )
        made += 1
    }
    settled.set(company.companyId, { day: `${today} ${company.zone}`, at: now.getTime() })
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

const ofSource = (
  table: typeof tables.summedSpan | typeof tables.summedMark,
  { companyId }: Home,
  source: tables.SummedSource,
) => ofCompany(table, companyId, eq(table.source, source))

/**
 * Deletes rollups of written days with their marks. A visible mark is committed with its write, so
 * later rollups include it. Later marks stay.
 */
async function deleteMarkedRollups(
  db: Db,
  company: Home,
  source: tables.SummedSource,
): Promise<void> {
  if (!(await isAlone(db, company))) return
  const marks = await db
    .select({ id: tables.summedMark.id, day: tables.summedMark.day })
    .from(tables.summedMark)
    .where(ofSource(tables.summedMark, company, source))
  if (marks.length === 0) return
  const days = [...new Set(marks.map(({ day }) => day))]
  const spans = await db
    .select({ id: tables.summedSpan.id })
    .from(tables.summedSpan)
    .where(
      and(
        ofSource(tables.summedSpan, company, source),
        sql`exists (select from unnest(${`{${days.join(',')}}`}::date[]) as marked (day)
          where ${overlapsSpan(sql`marked.day`)})`,
      ),
    )
  await remove(
    db,
    company,
    spans.map(({ id }) => id),
  )
  await db
    .delete(tables.summedMark)
    .where(
      and(
        ofSource(tables.summedMark, company, source),
        sql`${tables.summedMark.id} = any(${`{${marks.map(({ id }) => id).join(',')}}`}::int[])`,
      ),
    )
}

async function remove(db: Db, { companyId }: Home, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .delete(tables.summedCell)
    .where(ofCompany(tables.summedCell, companyId, inArray(tables.summedCell.spanId, [...ids])))
  await db
    .delete(tables.summedSpan)
    .where(ofCompany(tables.summedSpan, companyId, inArray(sql`${tables.summedSpan.id}`, [...ids])))
}

/** Computes the first missing or outdated rollup. Returns false if there is none. */
async function makeNext(db: Db, company: Home, source: tables.SummedSource): Promise<boolean> {
  if (!(await isAlone(db, company))) return false
  const wanted = await wantedSpans(db, company, source)
  const there = await db
    .select()
    .from(tables.summedSpan)
    .where(ofSource(tables.summedSpan, company, source))
  const next = wanted.find(
    ({ kind, from, to }) =>
      !there.some(
        (span) =>
          span.kind === kind &&
          span.from === from &&
          span.to === to &&
          span.zone === company.zone &&
          isSpanOfZone(span, company.zone),
      ),
  )
  const outdated = there.filter(
    (span) =>
      span.zone !== company.zone ||
      !isSpanOfZone(span, company.zone) ||
      (next?.kind === span.kind && next.from === span.from),
  )
  await remove(
    db,
    company,
    outdated.map(({ id }) => id),
  )
  if (next === undefined) return false
  const [span] = await db
    .insert(tables.summedSpan)
    .values({
      companyId: company.companyId,
      source,
      ...next,
      zone: company.zone,
      beginsAt: new Date(startOfDay(next.from, company.zone)),
      endsAt: new Date(startOfDay(next.to, company.zone)),
    })
    .returning({ id: tables.summedSpan.id })
  if (span === undefined) throw new Error('The span was not made')
  await db.execute(
    source === 'procedureLog'
      ? cellsOfLogs(company, span.id, next)
      : cellsOfOccurrences(company, span.id, next),
  )
  return true
}

/**
 * Every past month, and every year with all of its months. Newest first, because recent ones are
 * read most.
 */
async function wantedSpans(
  db: Db,
  { companyId, zone, today }: Home,
  source: tables.SummedSource,
): Promise<Wanted[]> {
  const { table, at } =
    source === 'procedureLog'
      ? { table: tables.procedureLog, at: tables.procedureLog.doneAt }
      : { table: tables.occurrence, at: tables.occurrence.at }
  const {
    rows: [oldest],
  } = await db.execute<{ at: string | null }>(
    sql`select min(${at}) as at from ${table} where ${ofCompany(table, companyId)}`,
  )
  const begun = periodOf('MONTH', today, 0).from
  if (!oldest?.at) return []
  const first = calendarDay(new Date(oldest.at), zone)
  if (first >= begun) return []
  const [year, month] = [
    Number(today.slice(0, 4)) - Number(first.slice(0, 4)),
    Number(today.slice(5, 7)) - Number(first.slice(5, 7)),
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

function grouped(
  kind: Wanted['kind'],
  { procedureId, equipmentId, locationId }: typeof tables.procedureLog | typeof tables.occurrence,
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
  const { grouping, by } = grouped(span.kind, tables.procedureLog)
  const isScored = sql`${tables.procedureLog.score} is not null`
  return sql`insert into ${tables.summedCell} ${columns} select ${companyId}::int, ${spanId}::int,
    ${grouping},
    count(*) filter (where ${isScored}), 0, 0, 0, count(*) filter (where not ${isScored}),
    ${hundredthsOf}, max(${tables.procedureLog.doneAt}) filter (where ${isScored})
    from ${tables.procedureLog} where ${ofCompany(tables.procedureLog, companyId)}
    and ${during(sql`${tables.procedureLog.doneAt}`, span, zone)} ${by}`
}

/**
 * Without due occurrences, whose outcome depends on the current time. Late and missed are final.
 */
function cellsOfOccurrences({ companyId, zone }: Home, spanId: number, span: Wanted): SQL {
  const { grouping, by } = grouped(span.kind, tables.occurrence)
  const long = new Date(0) // nothing due was overdue then
  const number = (part: 'counted' | 'done' | 'doneLate' | 'notDone') =>
    sql`count(*) filter (where ${partOf('scheduleDone', part, long)})`
  return sql`insert into ${tables.summedCell} ${columns} select ${companyId}::int, ${spanId}::int,
    ${grouping},
    ${number('counted')}, ${number('done')}, ${number('doneLate')}, ${number('notDone')}, 0, 0,
    max(${tables.occurrence.at}) filter (where ${partOf('scheduleDone', 'counted', long)})
    from ${tables.occurrence} where ${ofCompany(tables.occurrence, companyId)} and ${tables.occurrence.state} <> 'due'
    and ${during(sql`${tables.occurrence.at}`, span, zone)} ${by}`
}

const EVERY = 60_000
const FIRST = 3_000

export function startSums(kernel: Kernel): void {
  const settled: Settled = new Map()
  startJob(kernel, {
    name: 'sums of cards',
    every: EVERY,
    first: FIRST,
    run: () => updateRollups(kernel, settled),
  })
}
