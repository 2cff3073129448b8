/**
 * Copies stored readings to the time-series store afterwards, so that an unavailable store neither
 * delays nor loses readings. Older readings stay in the database until verified in the store
 * (docs/decisions/49).
 */
import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import type { Sample, TimeSeries } from '#ports/timeSeries.ts'
import { verifyOlderReadings, type Copier, type Company } from './moveReadings.ts'

const COPY_EVERY = 5_000
const MOVE_EVERY = 600_000
/** Milliseconds after a failure, so that an unavailable store is not called every few seconds. */
const PAUSE = 60_000
const BATCH = 5_000
/** Milliseconds after which another server takes over a copy. */
const TAKEN_FOR = 120_000
/** Advisory lock class, ASCII 'prea'. */
const LOCKS = 0x70_72_65_61

export function startReadingCopy(kernel: Kernel): void {
  const { timeSeries: store } = kernel
  if (store === null) {
    void tellMoved(kernel)
    return
  }
  let pausedUntil = 0
  startJob(kernel, {
    name: 'copies of readings to the time-series store',
    every: COPY_EVERY,
    async run(ending) {
      if (kernel.clock.now().getTime() < pausedUntil) return
      try {
        await copyReadings(kernel, store, ending)
      } catch (error) {
        pausedUntil = kernel.clock.now().getTime() + PAUSE
        throw error
      }
    },
  })
  startJob(kernel, {
    name: 'removal of readings that the time-series store has',
    every: MOVE_EVERY,
    run: (ending) => moveReadings(kernel, store, ending),
  })
}

/** If the setting is removed, warns that older readings are not shown. */
async function tellMoved({ pool, log }: Kernel): Promise<void> {
  try {
    const moved = await asSystem(pool, (db) =>
      db
        .select({ companyId: tables.readingCopy.companyId, before: tables.readingCopy.movedBefore })
        .from(tables.readingCopy)
        .where(isNotNull(tables.readingCopy.movedBefore)),
    )
    for (const facts of moved)
      log.warn(facts, 'older readings lie in a time-series store: TIMESERIES_URL is not set')
  } catch (error) {
    log.error({ err: error }, 'nobody could say whether older readings lie in a time-series store')
  }
}

/**
 * Writers hold this lock in shared mode, so that the copier waits for writes in progress. Otherwise
 * a larger id might commit before a smaller one.
 */
export const lockOutWriters = (db: Db, companyId: Id<'company'>): Promise<unknown> =>
  db.execute(sql`select pg_advisory_xact_lock_shared(${LOCKS}, ${companyId})`)
const afterReadings = (db: Db, companyId: Id<'company'>): Promise<unknown> =>
  db.execute(sql`select pg_advisory_xact_lock(${LOCKS}, ${companyId})`)

export async function copyReadings(
  kernel: Copier,
  store: TimeSeries,
  ending?: AbortSignal,
): Promise<number> {
  let copied = 0
  for (const each of await companiesBehind(kernel))
    await holding(kernel, each, async () => {
      while (ending?.aborted !== true) {
        const batch = await nextBatch(kernel, each)
        await store.write(each.uuid, batch.samples)
        copied += batch.samples.length
        if (batch.upTo === null) return
        const { upTo } = batch
        await inCompany(kernel.pool, each.id, (db) =>
          db
            .update(tables.readingCopy)
            .set({ copiedId: upTo, takenUntil: new Date(untilOf(kernel)) })
            .where(ofCompany(tables.readingCopy, each.id)),
        )
      }
    })
  return copied
}

/**
 * Deletes older readings from the database once the store has them, and deleted sensors from the
 * store.
 */
export async function moveReadings(
  kernel: Copier,
  store: TimeSeries,
  ending?: AbortSignal,
): Promise<void> {
  const companies = await asSystem(kernel.pool, (db) =>
    db
      .select({ id: tables.company.id, uuid: tables.company.uuid })
      .from(tables.company)
      .innerJoin(tables.readingCopy, eq(tables.readingCopy.companyId, tables.company.id))
      .orderBy(tables.company.id),
  )
  for (const each of companies)
    await holding(kernel, each, async () => {
      if (ending?.aborted === true) return
      await verifyOlderReadings(kernel, store, each, ending)
      await forgetDeleted(kernel, store, each)
    })
}

async function companiesBehind({ pool }: Copier): Promise<Company[]> {
  return asSystem(pool, (db) =>
    db
      .select({ id: tables.company.id, uuid: tables.company.uuid })
      .from(tables.company)
      .leftJoin(tables.readingCopy, eq(tables.readingCopy.companyId, tables.company.id))
      .where(
        sql`exists (select from ${tables.sensorReading} where ${tables.sensorReading.companyId} = ${tables.company.id}
          and ${tables.sensorReading.id} > coalesce(${tables.readingCopy.copiedId}, 0))`,
      )
      .orderBy(tables.company.id),
  )
}

const untilOf = ({ clock }: Copier) => clock.now().getTime() + TAKEN_FOR

/** Runs on one server at a time: does nothing if another server has begun. */
async function holding(
  kernel: Copier,
  { id }: Company,
  work: () => Promise<unknown>,
): Promise<void> {
  const now = kernel.clock.now().toISOString()
  const { rows } = await inCompany(kernel.pool, id, (db) =>
    db.execute(sql`insert into ${tables.readingCopy} (company_id, taken_until)
      values (${id}, ${new Date(untilOf(kernel)).toISOString()})
      on conflict (company_id) do update set taken_until = excluded.taken_until
      where coalesce(${tables.readingCopy.takenUntil}, '-infinity') <= ${now}::timestamptz
      returning id`),
  )
  if (rows.length === 0) return
  try {
    await work()
  } finally {
    await inCompany(kernel.pool, id, (db) =>
      db
        .update(tables.readingCopy)
        .set({ takenUntil: null })
        .where(ofCompany(tables.readingCopy, id)),
    )
  }
}

async function nextBatch(
  { pool }: Copier,
  { id }: Company,
): Promise<{ samples: (Sample & { metric: string })[]; upTo: number | null }> {
  const { rows } = await inCompany(pool, id, async (db) => {
    await afterReadings(db, id)
    return db.execute<{
      id: number
      sensorId: number
      metric: string | null
      at: number
      value: number
    }>(sql`
      select r.id, r.sensor_id as "sensorId", s.metric, r.value,
        (extract(epoch from r.at) * 1000)::float8 as at
      from ${tables.sensorReading} r
      left join ${tables.sensor} s on s.company_id = r.company_id and s.id = r.sensor_id
      where r.company_id = ${id} and r.id > (select copied_id from ${tables.readingCopy}
        where company_id = ${id})
      order by r.id limit ${BATCH}`)
  })
  return {
    samples: rows.flatMap(({ sensorId, metric, at, value }) =>
      metric === null ? [] : [{ sensorId, metric, at: Math.round(at), value }],
    ),
    upTo: rows.at(-1)?.id ?? null,
  }
}

/** A deleted sensor's readings leave the database at once, and the store at the next copy. */
async function forgetDeleted({ pool }: Copier, store: TimeSeries, { id, uuid }: Company) {
  const kept = await inCompany(pool, id, (db) =>
    db.select({ id: tables.sensor.id }).from(tables.sensor),
  )
  const present = new Set<number>(kept.map((one) => one.id))
  const gone = (await store.sensorsOf(uuid)).filter((one) => !present.has(one))
  if (gone.length > 0) await store.forget({ company: uuid, sensorIds: gone })
}
