import { eq, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { PerformanceRecord } from '#contract/signedLog/record.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { filesOf, sealedFullName, peopleOf, sealedUsedItems } from './namedInLog.ts'

type Row = typeof tables.procedureLog.$inferSelect

/** The part of a record that is the log's own row and must not change. */
export const immutablePart = (log: Row) => ({
  logId: log.id,
  procedureId: log.procedureId,
  procedureVersion: log.procedureVersion,
  equipmentId: log.equipmentId,
  locationId: log.locationId,
  doneBy: log.doneBy,
  startedAt: log.startedAt.toISOString(),
  doneAt: log.doneAt.toISOString(),
  receivedAt: log.createdAt.toISOString(),
  points: log.points,
  maximum: log.maximum,
  score: log.score,
  questions: log.questions,
  answers: log.answers,
  breakdown: log.breakdown,
  used: log.used,
})

export const sealedPart = (record: PerformanceRecord): ReturnType<typeof immutablePart> => ({
  // Ids of rows that existed when it was sealed
  logId: record.logId as Id<'procedureLog'>,
  procedureId: record.procedure.id as Id<'procedure'>,
  procedureVersion: record.procedure.version,
  equipmentId: (record.equipment?.id ?? null) as Id<'equipment'> | null,
  locationId: (record.location?.id ?? null) as Id<'location'> | null,
  doneBy: record.doneBy.id as Id<'user'>,
  startedAt: record.startedAt,
  doneAt: record.doneAt,
  receivedAt: record.receivedAt,
  points: record.points,
  maximum: record.maximum,
  score: record.score,
  questions: record.questions,
  answers: record.answers,
  breakdown: record.breakdown,
  used: record.used.map(({ itemId, amount, discardedDoses }) => ({
    itemId: itemId as Id<'inventoryItem'>,
    amount,
    discardedDoses,
  })),
})

export async function contentOf(
  db: Db,
  companyId: Id<'company'>,
  id: Id<'procedureLog'>,
): Promise<Omit<PerformanceRecord, 'format' | 'nonce' | 'company'>> {
  const [row] = await db
    .select({
      log: tables.procedureLog,
      procedure: {
        id: tables.procedure.id,
        name: tables.procedure.name,
        type: tables.procedureType.name,
      },
      equipment: { id: tables.equipment.id, name: tables.equipment.name },
      location: { id: tables.location.id, name: tables.location.name },
      user: {
        id: tables.user.id,
        firstName: tables.user.firstName,
        lastName: tables.user.lastName,
      },
    })
    .from(tables.procedureLog)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.procedureLog.procedureId))
    .innerJoin(tables.procedureType, joinOn(tables.procedureType, tables.procedure.typeId))
    .innerJoin(tables.user, joinOn(tables.user, tables.procedureLog.doneBy))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.procedureLog.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.procedureLog.locationId))
    .where(ofCompany(tables.procedureLog, companyId, eq(tables.procedureLog.id, id)))
  if (!row) throw new Error('There is no log to seal')
  const { log } = row
  const [people, used, files] = await Promise.all([
    peopleOf(db, companyId, log.answers),
    sealedUsedItems(db, companyId, log.used),
    sealedFiles(db, companyId, filesOf(log.answers)),
  ])
  const {
    procedureId: _procedure,
    procedureVersion,
    equipmentId: _equipment,
    locationId: _location,
    ...frozen
  } = immutablePart(log)
  return {
    kind: 'performance',
    ...frozen,
    procedure: { ...row.procedure, version: procedureVersion },
    equipment: row.equipment,
    location: row.location,
    doneBy: { id: row.user.id, name: sealedFullName(row.user) },
    people,
    used,
    files,
  }
}

async function sealedFiles(db: Db, companyId: Id<'company'>, ids: readonly Id<'file'>[]) {
  if (ids.length === 0) return []
  return db
    .select({
      id: tables.file.id,
      name: tables.file.name,
      mime: tables.file.mime,
      size: tables.file.size,
      sha256: tables.file.sha256,
    })
    .from(tables.file)
    .where(ofCompany(tables.file, companyId, inArray(tables.file.id, [...new Set(ids)])))
    .orderBy(tables.file.id)
}
