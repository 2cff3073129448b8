/**
 * Turns a submission into a procedure log in one transaction: validates the answers against their
 * questions' version, computes the score, stores the questions, emits the event.
 */
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { isFor } from '#contract/rules/procedureFor.ts'
import type { procedureLogs as contract } from '#contract/procedures/procedureLogs.ts'
import { answerFaults, scoreOf, visibleQuestions } from '#contract/rules/score.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, badInputs, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { named } from '#kernel/events/journal.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { makePatternMatcher } from '#kernel/data/pattern.ts'
import { plannedOnce } from '#kernel/data/preparedStatements.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { consumeStock } from '../inventory/index.ts'
import { questionsAt, questionsFrom, storedQuestions } from '../procedures/index.ts'
import { completeOccurrences, selectWaiting } from '../schedules/index.ts'
import { filesOf, sealPerformance } from '../signedLogs/index.ts'
import { selectDoneMeanwhile, toMeanwhile } from './meanwhile.ts'
import { namesIn } from './names.ts'
import { areSameAnswers } from './sameAnswers.ts'
import { boundedTimes } from './times.ts'

type Submission = z.output<typeof contract.submitProcedureLog.body>

type Made = z.input<typeof contract.submitProcedureLog.response>
type Submitted = { earlier: null; made: Made } | { earlier: Id<'procedureLog'>; made: null }

/** Returns the new log, or the id of the existing one for a repeated submission. */
export async function submit(scope: Scope, submission: Submission): Promise<Submitted> {
  const { actor, clock } = scope
  const db = plannedOnce(scope.db)
  const doneBy = actor.userId
  if (doneBy === null) throw new Error('Only people perform')
  const { earlier, procedure, equipment, location } = await performable(scope, submission)
  if (procedure === null) return { earlier, made: null }
  const questions = await questionsAt(scope, procedure, submission.procedureVersion)
  if (questions === null) throw staleVersion(submission.procedureVersion, procedure.version)
  const answers = new Map<number, GivenAnswer>(
    submission.answers.map((answer) => [answer.questionId, answer]),
  )
  if (answers.size !== submission.answers.length)
    throw badInput('body.answers', 'duplicate', 'A question is answered twice.')
  const faults = answerFaults(questions, answers, makePatternMatcher('body.answers'))
  if (faults.length > 0)
    throw badInputs(
      faults.map(({ questionId, code }) => ({
        path: `body.answers.${questionId}`,
        code,
        message: code,
      })),
    )
  await checkNamed(scope, submission.answers)
  const used = submission.used ?? []
  if (new Set(used.map(({ itemId }) => itemId)).size !== used.length)
    throw badInput('body.used', 'duplicate', 'An item is named twice.')
  await requireRows(
    scope,
    tables.inventoryItem,
    used.map(({ itemId }) => itemId),
    'inventory item',
    'body.used',
  )

  const asked = visibleQuestions(questions, answers)
  const { startedAt, doneAt } = boundedTimes(submission, clock.now())
  const { points, maximum, score, breakdown } = scoreOf(questions, answers)
  const [made] = await db
    .insert(tables.procedureLog)
    .values({
      companyId: actor.companyId,
      clientKey: submission.clientKey,
      procedureId: submission.procedureId,
      procedureVersion: submission.procedureVersion,
      equipmentId: submission.equipmentId,
      locationId: submission.locationId,
      doneBy,
      doneAt,
      startedAt,
      points,
      maximum,
      score,
      breakdown,
      questions: asked,
      answers: submission.answers,
      used,
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning({
      id: tables.procedureLog.id,
      doneAt: tables.procedureLog.doneAt,
      startedAt: tables.procedureLog.startedAt,
      receivedAt: tables.procedureLog.createdAt,
      score: tables.procedureLog.score,
      points: tables.procedureLog.points,
      maximum: tables.procedureLog.maximum,
      meanwhile: selectDoneMeanwhile(scope),
      waiting: selectWaiting(submission.equipmentId === null ? 'location' : 'equipment'),
    })
  if (!made) {
    const twin = await sentBefore(scope, submission)
    if (!twin)
      throw conflict('This performance is being recorded already. Please try again.', [
        { path: 'body.clientKey', code: 'tryAgain', message: 'concurrent' },
      ])
    return { earlier: twin, made: null }
  }
  const { waiting, meanwhile, ...stored } = made
  await keepFiles(scope, submission.answers)
  await scope.journal({
    entity: 'procedureLog',
    id: made.id,
    name: procedure.name,
    before: null,
    after: { procedure: named('procedure', procedure), score },
  })
  await completeOccurrences(scope, { id: made.id, doneAt }, waiting)
  await consumeStock(scope, {
    id: made.id,
    equipmentId: submission.equipmentId,
    locationId: submission.locationId,
    doneAt,
    used,
  })
  await scope.emit({ type: 'procedure.performed', procedureLogId: made.id })
  // Last, because seals of a company are serialised from here to the commit.
  if (procedure.isSigned) await sealPerformance(scope, made.id)
  return {
    earlier: null,
    made: {
      ...stored,
      doneAt: made.doneAt.toISOString(),
      startedAt: made.startedAt.toISOString(),
      receivedAt: made.receivedAt.toISOString(),
      procedure: { id: procedure.id, name: procedure.name },
      equipment,
      location,
      doneBy: { id: doneBy, name: actor.cause.name },
      ticketCount: 0,
      tickets: [],
      procedureVersion: submission.procedureVersion,
      isSigned: procedure.isSigned,
      contentRemovedAt: null,
      questions: asked,
      answers: submission.answers,
      breakdown,
      ...(await namesIn(scope, { answers: submission.answers, used })),
      meanwhile: toMeanwhile(meanwhile),
    },
  }
}

const earlierLog = {
  id: tables.procedureLog.id,
  doneBy: tables.procedureLog.doneBy,
  answers: tables.procedureLog.answers,
  contentRemovedAt: tables.procedureLog.contentRemovedAt,
}
type EarlierLog = Pick<typeof tables.procedureLog.$inferSelect, keyof typeof earlierLog>

async function sentBefore(
  { db, actor }: Scope,
  submission: Submission,
): Promise<Id<'procedureLog'> | undefined> {
  const [found] = await db
    .select(earlierLog)
    .from(tables.procedureLog)
    .where(
      ofCompany(
        tables.procedureLog,
        actor.companyId,
        eq(tables.procedureLog.clientKey, submission.clientKey),
      ),
    )
  return found && sameLog(found, submission, actor.userId)
}

function sameLog(
  { id, doneBy, answers, contentRemovedAt }: EarlierLog,
  submission: Submission,
  userId: Id<'user'> | null,
): Id<'procedureLog'> {
  if (doneBy !== userId)
    throw conflict('This performance belongs to someone else.', [
      { path: 'body.clientKey', code: 'alreadyThere', message: 'unique' },
    ])
  if (contentRemovedAt === null && !areSameAnswers(answers, submission.answers))
    throw conflict('This performance was recorded already, with other answers.', [
      { path: 'body.clientKey', code: 'recordedDifferently', message: String(id) },
    ])
  return id
}

interface Named<T extends 'equipment' | 'location'> {
  id: Id<T>
  name: string
}
interface Target {
  equipment: Named<'equipment'> | null
  location: Named<'location'> | null
}
type Performable = Target &
  (
    | { earlier: Id<'procedureLog'>; procedure: null }
    | {
        earlier: null
        procedure: typeof tables.procedure.$inferSelect & { questions: SurveyQuestion[] }
      }
  )

/**
 * The procedure with its current questions, if this user may perform it here, or could when the
 * work began. Or the log that this submission already made. Read in one statement.
 */
async function performable(scope: Scope, submission: Submission): Promise<Performable> {
  const { clientKey, procedureId, procedureVersion, equipmentId, locationId } = submission
  const { from, actor } = scope
  const [found] = await plannedOnce(scope.db)
    .select({
      procedure: tables.procedure,
      questions: storedQuestions,
      earlier: earlierLog,
      equipmentTypeId: tables.equipment.typeId,
      equipment: { id: tables.equipment.id, name: tables.equipment.name },
      location: { id: tables.location.id, name: tables.location.name },
    })
    .from(tables.procedure)
    .leftJoin(
      tables.procedureLog,
      ofCompany(tables.procedureLog, actor.companyId, eq(tables.procedureLog.clientKey, clientKey)),
    )
    .leftJoin(
      tables.equipment,
      equipmentId === null ? sql`false` : from.equipment(eq(tables.equipment.id, equipmentId)),
    )
    .leftJoin(
      tables.location,
      locationId === null ? sql`false` : from.locations(eq(tables.location.id, locationId)),
    )
    .where(from.procedures(eq(tables.procedure.id, procedureId)))
  const earlier = found?.earlier
    ? sameLog(found.earlier, submission, actor.userId)
    : // The submission was sent while the user could still see the procedure.
      found === undefined && (await sentBefore(scope, submission))
  if (earlier) return { earlier, procedure: null, equipment: null, location: null }
  const procedure = found?.procedure
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
  if (equipmentId !== null) {
    if (found.equipmentTypeId === null) throw refuseNotFound('equipment', 'body.equipmentId')
    if (!isFor(procedure, found.equipmentTypeId) && procedureVersion >= procedure.typesSince)
      throw badInput(
        'body.equipmentId',
        'wrongEquipmentType',
        'This procedure is for equipment of other types.',
      )
  }
  if (locationId !== null && found.location === null)
    throw refuseNotFound('location', 'body.locationId')
  return {
    earlier: null,
    procedure: { ...procedure, questions: questionsFrom(found.questions) },
    equipment: found.equipment,
    location: found.location,
  }
}

const staleVersion = (sent: number, now: number) =>
  conflict(
    'The procedure was changed while you performed it. Your answers are kept: look at what changed and send again.',
    [{ path: 'body.procedureVersion', code: 'staleVersion', message: `Sent ${sent}, now ${now}` }],
  )

/**
 * People must belong to this company; files must be the sender's uploads and unused by other logs.
 */
async function checkNamed({ db, actor }: Scope, answers: readonly GivenAnswer[]): Promise<void> {
  const people = [
    ...new Set(answers.flatMap((answer) => (answer.kind === 'user' ? [answer.userId] : []))),
  ]
  if (people.length > 0) {
    const found = await db
      .select({ id: tables.user.id })
      .from(tables.user)
      .where(
        ofCompany(
          tables.user,
          actor.companyId,
          inArray(tables.user.id, people),
          eq(tables.user.isActive, true),
        ),
      )
    if (found.length !== people.length) throw refuseNotFound('person', 'body.answers')
  }
  const fileIds = [...new Set(filesOf(answers))]
  if (fileIds.length > 0 && actor.userId !== null) {
    const found = await db
      .select({ id: tables.file.id })
      .from(tables.file)
      .where(
        ofCompany(
          tables.file,
          actor.companyId,
          inArray(tables.file.id, fileIds),
          isNull(tables.file.keptAt),
          eq(tables.file.uploadedBy, actor.userId),
        ),
      )
    if (found.length !== fileIds.length) throw refuseNotFound('file', 'body.answers')
  }
}

async function keepFiles(
  { db, actor, clock }: Scope,
  answers: readonly GivenAnswer[],
): Promise<void> {
  const fileIds = filesOf(answers)
  if (fileIds.length > 0)
    await db
      .update(tables.file)
      .set({ keptAt: clock.now() })
      .where(ofCompany(tables.file, actor.companyId, inArray(tables.file.id, fileIds)))
}
