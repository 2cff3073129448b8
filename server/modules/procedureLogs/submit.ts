/**
 * Turns a submission into a procedure log in one transaction: validates the answers against their
 * questions' version, computes the score, stores the questions, emits the event.
 */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { isFor } from '#contract/rules/procedureFor.ts'
import type { procedureLogs as contract } from '#contract/procedures/procedureLogs.ts'
import { answerFaults, scoreOf, visibleQuestions } from '#contract/rules/score.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import {
  equipment,
  file,
  inventoryItem,
  location,
  procedure,
  procedureLog,
  user,
} from '#db/schema/index.ts'
import { badInput, badInputs, conflict, notThere } from '#kernel/http/errors.ts'
import { named } from '#kernel/events/journal.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { patternsWithin } from '#kernel/data/pattern.ts'
import { plannedOnce } from '#kernel/data/preparedStatements.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { consumeStock } from '../inventory/index.ts'
import { questionsAt, questionsFrom, storedQuestions } from '../procedures/index.ts'
import { completeOccurrences, waitingFor } from '../schedules/index.ts'
import { filesOf, sealPerformance } from '../signedLogs/index.ts'
import { selectDoneMeanwhile, meanwhileOf } from './meanwhile.ts'
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
  const { earlier, home, equipment: thing, location: place } = await performable(scope, submission)
  if (home === null) return { earlier, made: null }
  const questions = await questionsAt(scope, home, submission.procedureVersion)
  if (questions === null) throw staleVersion(submission.procedureVersion, home.version)
  const answers = new Map<number, GivenAnswer>(
    submission.answers.map((answer) => [answer.questionId, answer]),
  )
  if (answers.size !== submission.answers.length)
    throw badInput('body.answers', 'duplicate', 'A question is answered twice.')
  const faults = answerFaults(questions, answers, patternsWithin('body.answers'))
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
    inventoryItem,
    used.map(({ itemId }) => itemId),
    'inventory item',
    'body.used',
  )

  const asked = visibleQuestions(questions, answers)
  const { startedAt, doneAt } = boundedTimes(submission, clock.now())
  const { points, maximum, score, breakdown } = scoreOf(questions, answers)
  const inserted = db
    .insert(procedureLog)
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
      id: procedureLog.id,
      doneAt: procedureLog.doneAt,
      startedAt: procedureLog.startedAt,
      receivedAt: procedureLog.createdAt,
      score: procedureLog.score,
      points: procedureLog.points,
      maximum: procedureLog.maximum,
      meanwhile: selectDoneMeanwhile(scope),
    })
    .execute()
  const [[made], waiting] = await Promise.all([
    inserted,
    waitingFor(scope, { ...submission, doneAt }),
  ])
  if (!made) {
    const twin = await sentBefore(scope, submission)
    if (!twin)
      throw conflict('This performance is being recorded already. Please try again.', [
        { path: 'body.clientKey', code: 'tryAgain', message: 'concurrent' },
      ])
    return { earlier: twin, made: null }
  }
  await keepFiles(scope, submission.answers)
  await scope.journal({
    entity: 'procedureLog',
    id: made.id,
    name: home.name,
    before: null,
    after: { procedure: named('procedure', home), score },
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
  if (home.isSigned) await sealPerformance(scope, made.id)
  return {
    earlier: null,
    made: {
      ...made,
      doneAt: made.doneAt.toISOString(),
      startedAt: made.startedAt.toISOString(),
      receivedAt: made.receivedAt.toISOString(),
      procedure: { id: home.id, name: home.name },
      equipment: thing,
      location: place,
      doneBy: { id: doneBy, name: actor.cause.name },
      ticketCount: 0,
      tickets: [],
      procedureVersion: submission.procedureVersion,
      isSigned: home.isSigned,
      contentRemovedAt: null,
      questions: asked,
      answers: submission.answers,
      breakdown,
      ...(await namesIn(scope, { answers: submission.answers, used })),
      meanwhile: meanwhileOf(made.meanwhile),
    },
  }
}

const earlierLog = {
  id: procedureLog.id,
  doneBy: procedureLog.doneBy,
  answers: procedureLog.answers,
  contentRemovedAt: procedureLog.contentRemovedAt,
}
type EarlierLog = Pick<typeof procedureLog.$inferSelect, keyof typeof earlierLog>

async function sentBefore(
  { db, actor }: Scope,
  submission: Submission,
): Promise<Id<'procedureLog'> | undefined> {
  const [found] = await db
    .select(earlierLog)
    .from(procedureLog)
    .where(
      and(
        eq(procedureLog.companyId, actor.companyId),
        eq(procedureLog.clientKey, submission.clientKey),
      ),
    )
  return found && sameLog(found, submission, actor.userId)
}

/**
 * The log that this submission made before. Throws if its answers differ, so that none are lost.
 */
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
    | { earlier: Id<'procedureLog'>; home: null }
    | { earlier: null; home: typeof procedure.$inferSelect & { questions: SurveyQuestion[] } }
  )

/**
 * The procedure with its current questions, if this user may perform it here or may have when the
 * work began; or the log that this submission already made. Read in one statement.
 */
async function performable(scope: Scope, submission: Submission): Promise<Performable> {
  const { clientKey, procedureId, procedureVersion, equipmentId, locationId } = submission
  const { from, actor } = scope
  const [found] = await plannedOnce(scope.db)
    .select({
      home: procedure,
      questions: storedQuestions,
      earlier: earlierLog,
      equipmentTypeId: equipment.typeId,
      equipment: { id: equipment.id, name: equipment.name },
      location: { id: location.id, name: location.name },
    })
    .from(procedure)
    .leftJoin(
      procedureLog,
      and(eq(procedureLog.companyId, actor.companyId), eq(procedureLog.clientKey, clientKey)),
    )
    .leftJoin(
      equipment,
      equipmentId === null ? sql`false` : from.equipment(eq(equipment.id, equipmentId)),
    )
    .leftJoin(
      location,
      locationId === null ? sql`false` : from.locations(eq(location.id, locationId)),
    )
    .where(from.procedures(eq(procedure.id, procedureId)))
  const earlier = found?.earlier
    ? sameLog(found.earlier, submission, actor.userId)
    : // Sent while the user could still see its procedure.
      found === undefined && (await sentBefore(scope, submission))
  if (earlier) return { earlier, home: null, equipment: null, location: null }
  const home = found?.home
  if (!home) throw notThere('procedure', 'body.procedureId')
  if (!home.isActive && (home.retiredIn === null || procedureVersion >= home.retiredIn))
    throw conflict('This procedure is retired and cannot be performed any more.', [
      { path: 'body.procedureId', code: 'retired', message: 'retired' },
    ])
  if ((equipmentId === null) === (locationId === null))
    throw badInput('body.equipmentId', 'oneTarget', 'Say either the equipment or the location.')
  if (home.target !== 'either' && (home.target === 'equipment') !== (equipmentId !== null))
    throw badInput(
      'body',
      'wrongTarget',
      `This procedure is performed on ${home.target === 'equipment' ? 'an equipment' : 'a location'}.`,
    )
  if (equipmentId !== null) {
    if (found.equipmentTypeId === null) throw notThere('equipment', 'body.equipmentId')
    if (!isFor(home, found.equipmentTypeId) && procedureVersion >= home.typesSince)
      throw badInput(
        'body.equipmentId',
        'wrongEquipmentType',
        'This procedure is for equipment of other types.',
      )
  }
  if (locationId !== null && found.location === null) throw notThere('location', 'body.locationId')
  return {
    earlier: null,
    home: { ...home, questions: questionsFrom(found.questions) },
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
      .select({ id: user.id })
      .from(user)
      .where(
        and(eq(user.companyId, actor.companyId), inArray(user.id, people), eq(user.isActive, true)),
      )
    if (found.length !== people.length) throw notThere('person', 'body.answers')
  }
  const fileIds = [...new Set(filesOf(answers))]
  if (fileIds.length > 0 && actor.userId !== null) {
    const found = await db
      .select({ id: file.id })
      .from(file)
      .where(
        and(
          eq(file.companyId, actor.companyId),
          inArray(file.id, fileIds),
          isNull(file.keptAt),
          eq(file.uploadedBy, actor.userId),
        ),
      )
    if (found.length !== fileIds.length) throw notThere('file', 'body.answers')
  }
}

async function keepFiles(
  { db, actor, clock }: Scope,
  answers: readonly GivenAnswer[],
): Promise<void> {
  const fileIds = filesOf(answers)
  if (fileIds.length > 0)
    await db
      .update(file)
      .set({ keptAt: clock.now() })
      .where(and(eq(file.companyId, actor.companyId), inArray(file.id, fileIds)))
}
