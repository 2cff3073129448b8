/** Copies readings that only the time-series store has back to the database. */
import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { FIRST_READING } from '#contract/ingest/measurements.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import type { Sample, Span, TimeSeries } from '#ports/timeSeries.ts'

const DAY = 86_400_000
/** Milliseconds per request and transaction: about thirty days of one sensor. */
const PART = 30 * DAY
/** Years are counted first, because most years of most sensors are empty. */
const YEAR = 365 * DAY
const ROWS = 5_000

/** Returns the number of restored readings. Deletes nothing from the store. */
export async function restoreReadings(
  { pool }: Pick<Kernel, 'pool'>,
  store: TimeSeries,
): Promise<number> {
  const moved = await asSystem(pool, (db) =>
    db
      .select({
        id: tables.company.id,
        uuid: tables.company.uuid,
        before: tables.readingCopy.movedBefore,
      })
      .from(tables.company)
      .innerJoin(tables.readingCopy, eq(tables.readingCopy.companyId, tables.company.id))
      .where(isNotNull(tables.readingCopy.movedBefore))
      .orderBy(tables.company.id),
  )
  let back = 0
  for (const { id, uuid, before } of moved) {
    const present = await inCompany(pool, id, (db) =>
      db.select({ id: tables.sensor.id }).from(tables.sensor),
    )
    const sensors = new Set<number>(present.map((one) => one.id))
    const years = spansUpTo(before?.getTime() ?? 0, YEAR)
    for (const { sensorId, span } of await store.totals({ company: uuid }, years)) {
      const year = years[span]
      if (year === undefined || !sensors.has(sensorId)) continue
      for (const part of spansUpTo(year.until, PART, year.from))
        back += await keep(
          pool,
          id,
          await store.samples({ company: uuid, sensorIds: [sensorId] }, part),
        )
    }
    await inCompany(pool, id, (db) =>
      db
        .update(tables.readingCopy)
        .set({ movedBefore: null, countedId: 0 })
        .where(ofCompany(tables.readingCopy, id)),
    )
  }
  return back
}

/** Consecutive spans of `width`, up to `until`. */
function spansUpTo(until: number, width: number, from = FIRST_READING): Span[] {
  const spans: Span[] = []
  for (let end = until; end > from; end -= width)
    spans.unshift({ from: Math.max(from, end - width), until: end })
  return spans
}

async function keep(
  pool: Kernel['pool'],
  companyId: Id<'company'>,
  samples: readonly Sample[],
): Promise<number> {
  let kept = 0
  for (let from = 0; from < samples.length; from += ROWS) {
    const rows = samples
      .slice(from, from + ROWS)
      .map(({ sensorId, at, value }) => ({ id: sensorId, at: new Date(at).toISOString(), value }))
    const { rowCount } = await inCompany(pool, companyId, (db) =>
      db.execute(sql`
        insert into ${tables.sensorReading} (company_id, sensor_id, at, value)
        select ${companyId}, back.id, back.at, back.value
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as back(id int, at timestamptz, value float8)
        on conflict (company_id, sensor_id, at) do nothing`),
    )
    kept += rowCount ?? 0
  }
  return kept
}
