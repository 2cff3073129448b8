/** Decides which submissions may be recorded, with all that they name read in one statement. */
import { eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { isFor } from '#contract/rules/procedureFor.ts'
import type { procedureLogs as contract } from '#contract/procedures/procedureLogs.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import { isAnyId, qualified } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { plannedOnce } from '#kernel/data/preparedStatements.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { questionsFrom, storedQuestions } from '../procedures/index.ts'
import { areSameAnswers } from './sameAnswers.ts'

export type Submission = z.output<typeof contract.submitProcedureLog.body>

interface EarlierLog {
  id: Id<'procedureLog'>
  clientKey: string
  doneBy: Id<'user'>
  answers: GivenAnswer[]
  isContentRemoved: boolean
}
interface Named<T extends 'equipment' | 'location'> {
  id: Id<T>
  name: string
}
type Procedure = typeof tables.procedure.$inferSelect & { questions: SurveyQuestion[] }

/** What submissions of people with equal rights name, as far as these people see it. */
export interface Known {
  procedures: ReadonlyMap<number, Procedure>
  equipment: ReadonlyMap<number, Named<'equipment'> & { typeId: number }>
  locations: ReadonlyMap<number, Named<'location'>>
  earlier: ReadonlyMap<string, EarlierLog>
}

export interface Performable {
  procedure: Procedure
  equipment: Named<'equipment'> | null
  location: Named<'location'> | null
}

/** `scope`: of any of these people. */
export async function readKnown(
  { db, from, actor }: Scope,
  submissions: readonly Submission[],
): Promise<Known> {
  const ids = (key: 'procedureId' | 'equipmentId' | 'locationId') =>
    submissions.flatMap((submission) => submission[key] ?? [])
  const { equipment, location, procedure } = tables
  const rows = await plannedOnce(db)
    .select({
      procedure,
      questions: storedQuestions,
      equipment: listed<Named<'equipment'> & { typeId: number }>(
        sql`json_build_object('id', ${equipment.id}, 'name', ${equipment.name}, 'typeId', ${equipment.typeId})`,
        sql`${equipment} where ${from.equipment(isAnyId(equipment.id, ids('equipmentId')))}`,
      ),
      locations: listed<Named<'location'>>(
        sql`json_build_object('id', ${location.id}, 'name', ${location.name})`,
        sql`${location} where ${from.locations(isAnyId(location.id, ids('locationId')))}`,
      ),
      earlier: earlierLogs(
        actor.companyId,
        submissions.map(({ clientKey }) => clientKey),
      ),
    })
    .from(procedure)
    .where(from.procedures(isAnyId(procedure.id, ids('procedureId'))))
  const byId = <T extends { id: number }>(all: readonly T[] = []) =>
    new Map(all.map((one): [number, T] => [one.id, one]))
  const [first] = rows
  return {
    procedures: byId(
      rows.map((row) => ({ ...row.procedure, questions: questionsFrom(row.questions) })),
    ),
    equipment: byId(first?.equipment),
    locations: byId(first?.locations),
    earlier: new Map(first?.earlier.map((log) => [log.clientKey, log])),
  }
}

const listed = <T>(row: SQL, rows: SQL) =>
  qualified(sql<T[]>`(select coalesce(json_agg(${row}), '[]') from ${rows})`)

function earlierLogs(companyId: Id<'company'>, clientKeys: readonly string[]) {
  const { procedureLog: log } = tables
  return listed<EarlierLog>(
    sql`json_build_object('id', ${log.id}, 'clientKey', ${log.clientKey}, 'doneBy', ${log.doneBy},
      'answers', ${log.answers}, 'isContentRemoved', ${log.contentRemovedAt} is not null)`,
    sql`${log} where ${ofCompany(
      log,
      companyId,
      sql`${log.clientKey} = any(${`{${clientKeys.join(',')}}`}::uuid[])`,
    )}`,
  )
}

/** The log that this submission already made. Throws 409 if its key belongs to another one. */
export async function sentBefore(
  { db, actor }: Scope,
  submission: Submission,
): Promise<Id<'procedureLog'> | undefined> {
  const [found] = await db
    .select({ earlier: earlierLogs(actor.companyId, [submission.clientKey]) })
    .from(tables.company)
    .where(eq(tables.company.id, actor.companyId))
  const [earlier] = found?.earlier ?? []
  return earlier && sameLog(earlier, submission, actor.userId)
}

function sameLog(
  { id, doneBy, answers, isContentRemoved }: EarlierLog,
  submission: Submission,
  userId: Id<'user'> | null,
): Id<'procedureLog'> {
  if (doneBy !== userId)
    throw conflict('This performance belongs to someone else.', [
      { path: 'body.clientKey', code: 'alreadyThere', message: 'unique' },
    ])
  if (!isContentRemoved && !areSameAnswers(answers, submission.answers))
    throw conflict('This performance was recorded already, with other answers.', [
      { path: 'body.clientKey', code: 'recordedDifferently', message: String(id) },
    ])
  return id
}

/**
 * The procedure with its current questions, if this user may perform it here, or could when the
 * work began. Or the id of the log that this submission already made.
 */
export async function performable(
  scope: Scope,
  known: Known,
  submission: Submission,
): Promise<Performable | Id<'procedureLog'>> {
  const { procedureId, procedureVersion, equipmentId, locationId } = submission
  const procedure = known.procedures.get(procedureId)
  const before = known.earlier.get(submission.clientKey)
  const earlier = before
    ? sameLog(before, submission, scope.actor.userId)
    : // The submission was sent while the user could still see the procedure.
      procedure === undefined && (await sentBefore(scope, submission))
  if (earlier) return earlier
  if (!procedure) throw refuseNotFound('procedure', 'body.procedureId')
  if (
    !procedure.isActive &&
    (procedure.retiredIn === null || procedureVersion >= procedure.retiredIn)
  )
    throw conflict('This procedure is retired and cannot be performed any more.', [
      { path: 'body.procedureId', code: 'retired', message: 'retired' },
    ])
  if ((equipmentId === null) === (locationId === null))
    throw badInput('body.equipmentId', 'oneTarget', 'Say either the equipment or the location.')
  if (
    procedure.target !== 'either' &&
    (procedure.target === 'equipment') !== (equipmentId !== null)
  )
    throw badInput(
      'body',
      'wrongTarget',
      `This procedure is performed on ${procedure.target === 'equipment' ? 'an equipment' : 'a location'}.`,
    )
  const equipment = equipmentId === null ? null : known.equipment.get(equipmentId)
  const location = locationId === null ? null : known.locations.get(locationId)
  if (equipment === undefined) throw refuseNotFound('equipment', 'body.equipmentId')
  if (
    equipment !== null &&
    !isFor(procedure, equipment.typeId) &&
    procedureVersion >= procedure.typesSince
  )
    throw badInput(
      'body.equipmentId',
      'wrongEquipmentType',
      'This procedure is for equipment of other types.',
    )
  if (location === undefined) throw refuseNotFound('location', 'body.locationId')
  return {
    procedure,
    equipment: equipment && { id: equipment.id, name: equipment.name },
    location,
  }
}
