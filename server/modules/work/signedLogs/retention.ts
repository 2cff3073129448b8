/**
 * Deletes the content of procedure logs after their retention period: answers, files, corrections.
 * The fact stays (what, where, who, when, score), and so does the chain: hash and signature of the
 * content, and a sealed record of the removal.
 */
import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { GivenAnswer } from '#contract/procedures/survey.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { writeJournal } from '#kernel/events/journal.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import { appendToChain, type Order } from './chain.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Logs per transaction, during which that company cannot seal. */
const LOGS_A_STEP = 100
/**
 * Steps per type and run. The remaining logs wait for the next run, so that one company does not
 * delay others.
 */
const STEPS_A_RUN = 100

type Type = Pick<typeof tables.procedureType.$inferSelect, 'id' | 'companyId' | 'name'>

/** Steps through each type until done. Reads the retention period again in each step. */
export async function removeExpired(kernel: Pick<Kernel, 'pool' | 'clock'>): Promise<number> {
  const types = await asSystem(kernel.pool, (db) =>
    db
      .select({
        id: tables.procedureType.id,
        companyId: tables.procedureType.companyId,
        name: tables.procedureType.name,
      })
      .from(tables.procedureType)
      .where(
        and(
          isNotNull(tables.procedureType.retentionDays),
          eq(tables.procedureType.legalHold, false),
        ),
      ),
  )
  let removed = 0
  for (const type of types)
    for (let step = 0; step < STEPS_A_RUN; step++) {
      const now = kernel.clock.now()
      const count = await asSystem(kernel.pool, (db) => removeStep(db, type, now))
      removed += count
      if (count < LOGS_A_STEP) break
    }
  return removed
}

async function removeStep(db: Db, type: Type, now: Date): Promise<number> {
  const retentionDays = await daysOf(db, type, now)
  if (retentionDays === null) return 0
  const logs = await db
    .select({ id: tables.procedureLog.id, answers: tables.procedureLog.answers })
    .from(tables.procedureLog)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.procedureLog.procedureId))
    .where(
      ofCompany(
        tables.procedureLog,
        type.companyId,
        eq(tables.procedure.typeId, type.id),
        lt(tables.procedureLog.doneAt, new Date(now.getTime() - retentionDays * DAY)),
        isNull(tables.procedureLog.contentRemovedAt),
      ),
    )
    .orderBy(asc(tables.procedureLog.doneAt), asc(tables.procedureLog.id))
    .limit(LOGS_A_STEP)
    .for('update', { of: tables.procedureLog, skipLocked: true })
  if (logs.length === 0) return 0
  const ids = logs.map(({ id }) => id)
  await emptyLogs(db, type.companyId, ids, now)
  await letGoOfFiles(db, type.companyId, logs)
  await writeJournal(db, type.companyId, [
    {
      actor: systemActor(type.companyId, 'UTC', 'en', {
        kind: 'system',
        id: null,
        name: 'Retention',
      }),
      at: now,
      isOverwriting: false,
      change: {
        entity: 'procedureType',
        id: type.id,
        name: type.name,
        before: { removedRecords: null },
        after: { removedRecords: logs.length },
      },
    },
  ])
  await emptyChain(db, type.companyId, { ids, retentionDays, now })
  return logs.length
}

/**
 * The retention period in days, locked against a concurrent change. Null if unlimited, or if set
 * less than a day ago, so that a mistake can be reverted.
 */
async function daysOf(db: Db, type: Type, now: Date): Promise<number | null> {
  const [found] = await db
    .select({ days: tables.procedureType.retentionDays })
    .from(tables.procedureType)
    .where(
      ofCompany(
        tables.procedureType,
        type.companyId,
        eq(tables.procedureType.id, type.id),
        eq(tables.procedureType.legalHold, false),
        lt(tables.procedureType.updatedAt, new Date(now.getTime() - DAY)),
      ),
    )
    .for('share')
  return found?.days ?? null
}

async function emptyLogs(
  db: Db,
  companyId: Id<'company'>,
  ids: Id<'procedureLog'>[],
  now: Date,
): Promise<void> {
  await db
    .update(tables.procedureLog)
    .set({ questions: [], answers: [], breakdown: [], contentRemovedAt: now })
    .where(ofCompany(tables.procedureLog, companyId, inArray(tables.procedureLog.id, ids)))
  await db
    .update(tables.journalEntry)
    .set({ changes: [] })
    .where(
      ofCompany(
        tables.journalEntry,
        companyId,
        eq(tables.journalEntry.entity, 'procedureLog'),
        inArray(tables.journalEntry.entityId, ids),
        eq(tables.journalEntry.change, 'updated'),
      ),
    )
}

/** Releases the files. The clean-up deletes them with unused uploads. */
async function letGoOfFiles(
  db: Db,
  companyId: Id<'company'>,
  logs: readonly { answers: GivenAnswer[] }[],
): Promise<void> {
  const fileIds = logs.flatMap(({ answers }) =>
    answers.flatMap((answer) =>
      answer.kind === 'file' ? answer.fileIds : answer.kind === 'signature' ? [answer.fileId] : [],
    ),
  )
  if (fileIds.length === 0) return
  await db
    .update(tables.file)
    .set({ keptAt: null })
    .where(ofCompany(tables.file, companyId, inArray(tables.file.id, fileIds)))
}

async function emptyChain(
  db: Db,
  companyId: Id<'company'>,
  { ids, retentionDays, now }: { ids: Id<'procedureLog'>[]; retentionDays: number; now: Date },
): Promise<void> {
  const isTheirs = ofCompany(
    tables.signedLog,
    companyId,
    inArray(tables.signedLog.procedureLogId, ids),
    inArray(tables.signedLog.kind, ['performance', 'addendum']),
    isNotNull(tables.signedLog.record),
  )
  const emptied = await db
    .update(tables.signedLog)
    .set({ record: null })
    .where(isTheirs)
    .returning({
      sequence: tables.signedLog.sequence,
      recordHash: tables.signedLog.recordHash,
      logId: sql<Id<'procedureLog'>>`${tables.signedLog.procedureLogId}`,
    })
  const byLog = groupBy(emptied, ({ logId }) => logId)
  const orders = [...byLog].map(([logId, rows]): Order => ({
    content: {
      kind: 'removal',
      logId,
      at: now.toISOString(),
      retentionDays,
      removed: rows
        .map(({ sequence, recordHash }) => ({ sequence, recordHash }))
        .toSorted((a, b) => a.sequence - b.sequence),
    },
    procedureLogId: logId,
    at: now,
  }))
  await appendToChain(db, companyId, orders)
}

/** Hourly. Concurrent runs on two servers take different logs. */
export const startLogRetention = (kernel: Kernel): void =>
  void startJob(kernel, {
    name: 'removal of records whose time has come',
    every: HOUR,
    run: () => removeExpired(kernel),
  })
