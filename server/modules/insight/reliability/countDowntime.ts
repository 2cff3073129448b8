/**
 * Derives downtime from the journal (decision 88). A second pass, a second server or a restart
 * derives the same rows. A person's corrections stay.
 */
import { asc, gt, inArray, min, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { downtimeSpans, keptDowntime } from '#contract/rules/downtime.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { statusAt } from '#contract/rules/statusNames.ts'
import * as tables from '#db/schema/index.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { changedSince, kindOfStatus, movesOf, statusNames } from '../../foundation/journal/index.ts'

const { downtime, downtimeMark, equipment, equipmentStatus, journalEntry } = tables

const EVERY = 15_000
/** Milliseconds until a company is looked at without a notified change. */
const UNNOTIFIED_EVERY = 600_000
/** Entries this much older than the mark may have been committed after it. */
const OVERLAP = 120_000
const EQUIPMENT_AT_ONCE = 500

/** Brings the downtime of one company up to date. Returns the number of equipment looked at. */
export async function countDowntime(kernel: Kernel, companyId: Id<'company'>): Promise<number> {
  let [looked, after] = [0, 0]
  const began = kernel.clock.now()
  for (;;) {
    const ids = await asSystemActor(kernel, companyId, async (scope) => {
      const next = await changedEquipment(scope, after)
      if (next.length > 0) await derive(scope, next)
      return next
    })
    looked += ids.length
    after = ids.at(-1) ?? 0
    if (ids.length < EQUIPMENT_AT_ONCE) break
  }
  await asSystemActor(kernel, companyId, async ({ db, actor }) => {
    const known = await knownSince({ db, actor })
    await db
      .insert(downtimeMark)
      .values({
        companyId,
        countedAt: began,
        knownSince: known ?? (await earliestEntry({ db, actor })),
      })
      .onConflictDoUpdate({
        target: downtimeMark.companyId,
        set: {
          countedAt: began,
          knownSince: sql`coalesce(${downtimeMark.knownSince}, excluded.known_since)`,
        },
      })
  })
  return looked
}

/** Derives everything again from the journal, for example after a restored backup. */
export const recountDowntime = (kernel: Kernel, companyId: Id<'company'>): Promise<number> =>
  asSystemActor(kernel, companyId, ({ db, actor }) =>
    db
      .update(downtimeMark)
      .set({ countedAt: null })
      .where(ofCompany(downtimeMark, actor.companyId)),
  ).then(() => countDowntime(kernel, companyId))

async function changedEquipment(scope: Scope, after: number): Promise<number[]> {
  const { db, actor } = scope
  const [mark] = await db
    .select({ at: downtimeMark.countedAt })
    .from(downtimeMark)
    .where(ofCompany(downtimeMark, actor.companyId))
  const rows = await db
    .select({ id: equipment.id })
    .from(equipment)
    .where(
      ofCompany(
        equipment,
        actor.companyId,
        gt(equipment.id, sql`${after}::int`),
        mark?.at == null ? undefined : await touched(scope, new Date(mark.at.getTime() - OVERLAP)),
      ),
    )
    .orderBy(asc(equipment.id))
    .limit(EQUIPMENT_AT_ONCE)
  return rows.map(({ id }) => id)
}

/** After a change of a status, all equipment; else the equipment that changed. */
async function touched(scope: Scope, since: Date): Promise<SQL | undefined> {
  const { rows } = await scope.db.execute(
    sql`select 1 from ${changedSince(scope, 'equipmentStatus', since)} as changed limit 1`,
  )
  return rows.length > 0
    ? undefined
    : sql`${equipment.id} in ${changedSince(scope, 'equipment', since)}`
}

async function derive(scope: Scope, ids: readonly number[]): Promise<void> {
  const { db, actor } = scope
  const { companyId } = actor
  // Two servers derive one after the other, so that neither inserts what the other one did.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('downtime'), ${companyId})`)
  const find = statusAt(await statusNames(scope))
  const oldest = await oldestEntry(scope)
  const rows = await db
    .select({
      id: equipment.id,
      createdAt: equipment.createdAt,
      deletedAt: equipment.deletedAt,
      status: equipmentStatus,
    })
    .from(equipment)
    .leftJoin(equipmentStatus, joinOn(equipmentStatus, equipment.statusId))
    .where(ofCompany(equipment, companyId, isAnyId(equipment.id, ids)))
  const moves = await movesOf(scope, 'equipment', 'status', ids)
  const stored = groupBy(
    await db
      .select()
      .from(downtime)
      .where(ofCompany(downtime, companyId, isAnyId(downtime.equipmentId, ids)))
      .orderBy(asc(downtime.since)),
    ({ equipmentId }) => equipmentId,
  )
  const written: (typeof downtime.$inferInsert)[] = []
  const gone: Id<'downtime'>[] = []
  for (const { id, createdAt, deletedAt, status } of rows) {
    const before = stored.get(id) ?? []
    const own = moves.get(id) ?? []
    const journalSince = Math.min(oldest, own[0]?.at ?? oldest)
    const spans = keptDowntime(
      downtimeSpans(
        own,
        {
          createdAt: createdAt.getTime(),
          deletedAt: deletedAt?.getTime() ?? null,
          journalSince,
          status: status && { name: status.name, kind: kindOfStatus(status) },
        },
        (name, at) => find(name, at)?.kind ?? 'usable',
      ),
      before.map((row) => ({
        since: row.since.getTime(),
        until: row.until?.getTime() ?? null,
        status: row.status,
        isPlanned: row.isPlanned,
      })),
      journalSince,
    )
    const bySince = new Map(before.map((row) => [row.since.getTime(), row]))
    for (const span of spans) {
      const same = bySince.get(span.since)
      bySince.delete(span.since)
      const isSame =
        same !== undefined &&
        (same.until?.getTime() ?? null) === span.until &&
        same.status === span.status &&
        same.isPlanned === span.isPlanned
      if (isSame) continue
      const until = span.until === null ? null : new Date(span.until)
      written.push({
        companyId,
        equipmentId: id,
        since: new Date(span.since),
        until,
        status: span.status,
        isPlanned: span.isPlanned,
      })
    }
    gone.push(...[...bySince.values()].map((row) => row.id))
  }
  if (gone.length > 0)
    await db.delete(downtime).where(ofCompany(downtime, companyId, inArray(downtime.id, gone)))
  if (written.length > 0)
    await db.execute(sql`${insertRows(downtime, written)}
      on conflict (company_id, equipment_id, since) do update set
        until = excluded.until, status = excluded.status, is_planned = excluded.is_planned,
        updated_at = now()`)
  if (gone.length > 0 || written.length > 0) scope.changed('Downtime')
}

type Reader = Pick<Scope, 'db' | 'actor'>

/** Since when changes of statuses are known. Null before the first pass. */
export async function knownSince({ db, actor }: Reader): Promise<Date | null> {
  const [mark] = await db
    .select({ at: downtimeMark.knownSince })
    .from(downtimeMark)
    .where(ofCompany(downtimeMark, actor.companyId))
  return mark?.at ?? null
}

/** Reads the whole journal, so it is asked once. */
async function earliestEntry({ db, actor }: Reader): Promise<Date | null> {
  const [earliest] = await db
    .select({ at: min(journalEntry.at) })
    .from(journalEntry)
    .where(ofCompany(journalEntry, actor.companyId))
  return earliest?.at ?? null
}

/** In milliseconds. The journal is kept in order, so its first row is its oldest. */
async function oldestEntry({ db, actor }: Scope): Promise<number> {
  const [oldest] = await db
    .select({ at: journalEntry.at })
    .from(journalEntry)
    .where(ofCompany(journalEntry, actor.companyId))
    .orderBy(asc(journalEntry.id))
    .limit(1)
  return oldest?.at.getTime() ?? 0
}

export function startDowntime(kernel: Kernel): void {
  const changed = new Set<number>()
  let lookedAt = -Infinity
  kernel.live.observe(({ tags }, companyId) => {
    if (tags.some(({ type }) => type === 'Equipment' || type === 'EquipmentStatus'))
      changed.add(companyId)
  })
  startJob(kernel, {
    name: 'downtime of equipment',
    every: EVERY,
    async run() {
      const now = kernel.clock.now().getTime()
      let isUnnotified = false
      if (Math.abs(now - lookedAt) >= UNNOTIFIED_EVERY) {
        lookedAt = now
        isUnnotified = true
      }
      if (!isUnnotified && changed.size === 0) return
      const companies = await asSystem(kernel.pool, (db) =>
        db.select({ id: tables.company.id }).from(tables.company),
      )
      for (const { id } of companies) {
        if (!changed.delete(id) && !isUnnotified) continue
        await countDowntime(kernel, id)
      }
    },
  })
}
