/**
 * Turns submissions into procedure logs in one transaction: validates the answers against their
 * questions' version, computes the score, stores the questions, emits the events.
 */
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { procedureLogs as contract } from '#contract/procedures/procedureLogs.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { answerFaults, scoreOf, visibleQuestions } from '#contract/rules/score.ts'
import type { GivenAnswer } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, badInputs, conflict, Refusal, refuseNotFound } from '#kernel/http/errors.ts'
import { named } from '#kernel/events/journal.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { makePatternMatcher } from '#kernel/data/pattern.ts'
import { plannedOnce } from '#kernel/data/preparedStatements.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { attachToTicket, requireTicket } from './attachToTicket.ts'
import { consumeStock } from '../inventory/index.ts'
import { questionsAt } from '../procedures/index.ts'
import { completeOccurrences, selectWaiting, type Waiting } from '../schedules/index.ts'
import { filesOf, sealPerformance } from '../signedLogs/index.ts'
import { selectDoneMeanwhile, toMeanwhile, type Meanwhile } from './meanwhile.ts'
import { namesIn } from './names.ts'
import {
  performable,
  readKnown,
  sentBefore,
  type Known,
  type Performable,
  type Submission,
} from './performable.ts'
import { boundedTimes } from './times.ts'

interface Call {
  scope: Scope
  submission: Submission
}
type Made = z.input<typeof contract.submitProcedureLog.response>
type Earlier = Id<'procedureLog'>
type Outcome =
  | { kind: 'made'; made: Made }
  | { kind: 'earlier'; earlier: Earlier }
  | { kind: 'refused'; refusal: Refusal }
  /** It depends on another submission of the set, so it comes after it. */
  | { kind: 'later' }

/** Returns the new log, or the id of the existing one for a repeated submission. */
export async function submit(scope: Scope, submission: Submission): Promise<Made | Earlier> {
  const [outcome] = await submitAll([{ scope, submission }])
  if (outcome?.kind === 'refused') throw outcome.refusal
  if (outcome?.kind === 'made') return outcome.made
  if (outcome?.kind === 'earlier') return outcome.earlier
  throw new Error('A submission alone waits for none')
}

/** The new logs. Null for a submission that is to be answered alone, after these. */
export async function submitTogether(calls: readonly Call[]): Promise<(Made | null)[]> {
  const outcomes = await submitAll(calls)
  return outcomes.map((outcome) => (outcome.kind === 'made' ? outcome.made : null))
}

/**
 * Each with its own rights and verdict. What is thrown is of the whole transaction. On one place,
 * people see each other's logs, so a set has those of one person.
 */
async function submitAll(calls: readonly Call[]): Promise<Outcome[]> {
  const yieldToLoop = makeYielder()
  const outcomes = new Map<Call, Outcome>()
  const stored: Stored[] = []
  for (const some of groupBy(withoutLater(calls, outcomes), rightsAndTarget).values()) {
    const [{ scope } = {}] = some
    if (!scope) continue
    const known = await readKnown(
      scope,
      some.map(({ submission }) => submission),
    )
    const ready: Ready[] = []
    for (const call of some) {
      const found = await readyOrNot(call, known)
      if ('kind' in found) outcomes.set(call, found)
      else ready.push(found)
      await yieldToLoop()
    }
    stored.push(...(await store(scope, ready, outcomes)))
  }
  const order = new Map(calls.map((call, place): [Call, number] => [call, place]))
  stored.sort((one, other) => (order.get(one.call) ?? 0) - (order.get(other.call) ?? 0))
  const completed = new Set<number>()
  for (const one of stored) {
    outcomes.set(one.call, { kind: 'made', made: await withEffects(one, completed) })
    await yieldToLoop()
  }
  // Last, because seals of a company are serialised from here to the commit.
  for (const { call, procedure, id } of stored)
    if (procedure.isSigned) await sealPerformance(call.scope, id)
  return calls.map((call) => outcomes.get(call) ?? { kind: 'later' })
}

function withoutLater(calls: readonly Call[], outcomes: Map<Call, Outcome>): Call[] {
  const keys = new Set<string>()
  const personAt = new Map<string, number | null>()
  return calls.filter((call) => {
    const { clientKey, procedureId, equipmentId, locationId } = call.submission
    const { userId } = call.scope.actor
    const place = `${procedureId}:${equipmentId}:${locationId}`
    const person = personAt.get(place) ?? userId
    if (keys.has(clientKey) || person !== userId) {
      outcomes.set(call, { kind: 'later' })
      return false
    }
    keys.add(clientKey)
    personAt.set(place, userId)
    return true
  })
}

const rightsAndTarget = ({ scope: { actor }, submission }: Call): string =>
  JSON.stringify([
    actor.equipmentTypeIds,
    actor.locationTypeIds,
    actor.procedureTypeIds,
    submission.equipmentId === null,
  ])

async function readyOrNot(call: Call, known: Known): Promise<Ready | Outcome> {
  try {
    const found = await performable(call.scope, known, call.submission)
    return typeof found === 'number'
      ? { kind: 'earlier', earlier: found }
      : await readyOf(call, found)
  } catch (refusal) {
    if (refusal instanceof Refusal) return { kind: 'refused', refusal }
    throw refusal
  }
}

interface Ready extends Performable {
  call: Call
  doneBy: Id<'user'>
  values: typeof tables.procedureLog.$inferInsert & { createdAt: Date }
}

async function readyOf(call: Call, found: Performable): Promise<Ready> {
  const { scope, submission } = call
  const { actor, clock } = scope
  const doneBy = actor.userId
  if (doneBy === null) throw new Error('Only people perform')
  const { procedure } = found
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
  await requireTicket(scope, submission.ticketId)
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
  return {
    ...found,
    call,
    doneBy,
    values: {
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
    },
  }
}

interface Stored extends Ready {
  id: Id<'procedureLog'>
  meanwhile: Meanwhile[]
  waiting: Waiting[]
}

/** All have one kind of target, and the rights of `scope`. */
async function store(
  scope: Scope,
  ready: readonly Ready[],
  outcomes: Map<Call, Outcome>,
): Promise<Stored[]> {
  const { procedureLog: log } = tables
  const on = ready[0]?.equipment ? 'equipment' : 'location'
  if (ready.length === 0) return []
  const { rows } = await plannedOnce(scope.db).execute<
    Pick<Stored, 'id' | 'meanwhile' | 'waiting'> & { key: string }
  >(
    sql`${insertRows(
      log,
      ready.map(({ values }) => values),
    )} on conflict do nothing
      returning ${log.id} as "id", ${log.clientKey} as "key",
        ${selectDoneMeanwhile(scope)} as "meanwhile", ${selectWaiting(on)} as "waiting"`,
  )
  const made = new Map(rows.map((row) => [row.key, row]))
  const stored: Stored[] = []
  for (const one of ready) {
    const row = made.get(one.values.clientKey)
    if (row) stored.push({ ...one, id: row.id, meanwhile: row.meanwhile, waiting: row.waiting })
    else outcomes.set(one.call, await twinOf(one.call))
  }
  return stored
}

async function twinOf({ scope, submission }: Call): Promise<Outcome> {
  const earlier = await sentBefore(scope, submission)
  return earlier
    ? { kind: 'earlier', earlier }
    : {
        kind: 'refused',
        refusal: conflict('This performance is being recorded already. Please try again.', [
          { path: 'body.clientKey', code: 'tryAgain', message: 'concurrent' },
        ]),
      }
}

/** `completed`: the occurrences that earlier logs of the set completed. */
async function withEffects(
  { call: { scope, submission }, values, doneBy, id, procedure, ...found }: Stored,
  completed: Set<number>,
): Promise<Made> {
  const { doneAt, startedAt, points, maximum, breakdown, questions } = values
  const [score, used] = [values.score ?? null, values.used ?? []]
  await keepFiles(scope, submission.answers)
  await scope.journal({
    entity: 'procedureLog',
    id,
    name: procedure.name,
    before: null,
    after: { procedure: named('procedure', procedure), score },
  })
  const waiting = found.waiting.filter((one) => !completed.has(one.id))
  for (const one of await completeOccurrences(scope, { id, doneAt }, waiting)) completed.add(one)
  const { equipmentId, locationId } = submission
  await consumeStock(scope, { id, equipmentId, locationId, doneAt, used })
  if (submission.ticketId !== undefined)
    await attachToTicket(scope, submission.ticketId, { id, procedure })
  await scope.emit({ type: 'procedure.performed', procedureLogId: id })
  return {
    id,
    doneAt: doneAt.toISOString(),
    startedAt: startedAt.toISOString(),
    receivedAt: values.createdAt.toISOString(),
    score,
    points,
    maximum,
    procedure: { id: procedure.id, name: procedure.name },
    equipment: found.equipment,
    location: found.location,
    doneBy: { id: doneBy, name: scope.actor.cause.name },
    ticketCount: 0,
    tickets: [],
    procedureVersion: submission.procedureVersion,
    isSigned: procedure.isSigned,
    contentRemovedAt: null,
    questions,
    answers: submission.answers,
    breakdown,
    ...(await namesIn(scope, { answers: submission.answers, used })),
    meanwhile: toMeanwhile(found.meanwhile),
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
