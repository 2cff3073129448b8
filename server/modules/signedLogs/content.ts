/** The content of a sealed procedure log: the log, with all current names. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { PerformanceRecord } from '#contract/signedLog/record.ts'
import {
  equipment,
  file,
  location,
  procedure,
  procedureLog,
  procedureType,
  user,
} from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { filesOf, fullName, peopleOf, usedOf } from './namedInLog.ts'

type Row = typeof procedureLog.$inferSelect

/** The part of a record that is the log's own row and must not change. */
export const frozenOf = (log: Row) => ({
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

export const sealedPart = (record: PerformanceRecord): ReturnType<typeof frozenOf> => ({
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

/** Loads only what the log refers to. */
export async function contentOf(
  db: Db,
  companyId: Id<'company'>,
  id: Id<'procedureLog'>,
): Promise<Omit<PerformanceRecord, 'format' | 'nonce' | 'company'>> {
  const [row] = await db
    .select({
      log: procedureLog,
      procedure: { id: procedure.id, name: procedure.name, type: procedureType.name },
      equipment: { id: equipment.id, name: equipment.name },
      location: { id: location.id, name: location.name },
      user: { id: user.id, firstName: user.firstName, lastName: user.lastName },
    })
    .from(procedureLog)
    .innerJoin(procedure, joinOn(procedure, procedureLog.procedureId))
    .innerJoin(procedureType, joinOn(procedureType, procedure.typeId))
    .innerJoin(user, joinOn(user, procedureLog.doneBy))
    .leftJoin(equipment, joinOn(equipment, procedureLog.equipmentId))
    .leftJoin(location, joinOn(location, procedureLog.locationId))
    .where(and(eq(procedureLog.companyId, companyId), eq(procedureLog.id, id)))
  if (!row) throw new Error('There is no log to seal')
  const { log } = row
  const [people, used, files] = await Promise.all([
    peopleOf(db, companyId, log.answers),
    usedOf(db, companyId, log.used),
    sealedFiles(db, companyId, filesOf(log.answers)),
  ])
  const {
    procedureId: _procedure,
    procedureVersion,
    equipmentId: _equipment,
    locationId: _location,
    ...frozen
  } = frozenOf(log)
  return {
    kind: 'performance',
    ...frozen,
    procedure: { ...row.procedure, version: procedureVersion },
    equipment: row.equipment,
    location: row.location,
    doneBy: { id: row.user.id, name: fullName(row.user) },
    people,
    used,
    files,
  }
}

async function sealedFiles(db: Db, companyId: Id<'company'>, ids: readonly Id<'file'>[]) {
  if (ids.length === 0) return []
  return db
    .select({ id: file.id, name: file.name, mime: file.mime, size: file.size, sha256: file.sha256 })
    .from(file)
    .where(and(eq(file.companyId, companyId), inArray(file.id, [...new Set(ids)])))
    .orderBy(file.id)
}
