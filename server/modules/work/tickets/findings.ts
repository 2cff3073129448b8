/** What procedure logs reported about a ticket, as entries of its timeline. */
import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import { MAX_SHOWN_ANSWERS, type ticketFinding } from '#contract/ticketFindings.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'

type Entry = z.input<typeof ticketFinding>
type Shown = Entry['answers'][number]

/**
 * A fault is copied to the ticket, so its readers see it. The whole log is shown only to those who
 * may see the log.
 */
export async function findingsById(
  scope: Scope,
  ids: readonly Id<'ticketFinding'>[],
): Promise<ReadonlyMap<number, Entry>> {
  if (ids.length === 0) return new Map()
  const { db, actor, from } = scope
  const { ticketFinding: finding, procedureLog, procedure, user } = tables
  const rows = await db
    .select({
      finding,
      log: {
        id: procedureLog.id,
        score: procedureLog.score,
        doneAt: procedureLog.doneAt,
        questions: procedureLog.questions,
        answers: procedureLog.answers,
      },
      procedureName: procedure.name,
      performer: { id: user.id, firstName: user.firstName, lastName: user.lastName },
    })
    .from(finding)
    .innerJoin(procedureLog, joinOn(procedureLog, finding.procedureLogId))
    .innerJoin(procedure, joinOn(procedure, procedureLog.procedureId))
    .innerJoin(user, joinOn(user, procedureLog.doneBy))
    .where(ofCompany(finding, actor.companyId, inArray(finding.id, [...ids])))
  const logIds = rows.map(({ log }) => log.id)
  const visible = new Set<number>(
    (
      await db
        .select({ id: procedureLog.id })
        .from(procedureLog)
        .where(from.procedureLogs(inArray(procedureLog.id, logIds)))
    ).map(({ id }) => id),
  )
  const chosen = rows.map((row) => ({ ...row, ...answersToShow(row, visible.has(row.log.id)) }))
  const given = chosen.flatMap(({ answers }) => answers.map(({ answer }) => answer))
  const people = await peopleIn(scope, given)
  const files = await filesIn(scope, given)
  return new Map(
    chosen.map(({ finding: own, log, procedureName, performer, answers, hiddenAnswers }) => [
      own.id,
      {
        kind: 'finding',
        id: own.id,
        ticketId: own.ticketId,
        at: own.at.toISOString(),
        isRepeat: own.isRepeat,
        log: visible.has(log.id)
          ? {
              id: log.id,
              procedureName,
              score: log.score,
              doneAt: log.doneAt.toISOString(),
              doneBy: { id: performer.id, name: nameOf(performer) },
            }
          : null,
        answers: answers.flatMap(({ question, answer }) => shown(question, answer, people) ?? []),
        hiddenAnswers,
        files: answers.flatMap(({ answer }) =>
          answer.kind === 'file' ? answer.fileIds.flatMap((id) => files.get(id) ?? []) : [],
        ),
      },
    ]),
  )
}

interface Row {
  finding: { questionIds: readonly number[] }
  log: { questions: readonly SurveyQuestion[]; answers: readonly GivenAnswer[] }
}

function answersToShow({ finding, log }: Row, isLogVisible: boolean) {
  const isWhole = finding.questionIds.length === 0
  const answerOf = new Map(log.answers.map((one): [number, GivenAnswer] => [one.questionId, one]))
  const all = log.questions.flatMap((question) => {
    const answer = answerOf.get(question.id)
    const isShown = isWhole ? isLogVisible : finding.questionIds.some((id) => id === question.id)
    return answer !== undefined && isShown ? [{ question, answer }] : []
  })
  return {
    answers: all.slice(0, MAX_SHOWN_ANSWERS),
    hiddenAnswers: Math.max(0, all.length - MAX_SHOWN_ANSWERS),
  }
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`

function shown(
  { title, unit, answers }: SurveyQuestion,
  answer: GivenAnswer,
  people: ReadonlyMap<number, string>,
): Shown | null {
  const choices = (ids: readonly number[]) =>
    answers.filter(({ id }) => ids.includes(id)).map((choice) => choice.title)
  switch (answer.kind) {
    case 'singleChoice':
      return { title, kind: 'texts', texts: choices([answer.answerId]) }
    case 'multipleChoice':
      return { title, kind: 'texts', texts: choices(answer.answerIds) }
    case 'text':
      return { title, kind: 'texts', texts: [answer.text] }
    case 'user':
      return { title, kind: 'texts', texts: [people.get(answer.userId) ?? ''] }
    case 'number':
      return { title, kind: 'number', value: answer.value, unit }
    case 'date':
      return { title, kind: 'date', date: answer.date }
    default:
      return null
  }
}

async function peopleIn(
  { db, actor }: Scope,
  answers: readonly GivenAnswer[],
): Promise<ReadonlyMap<number, string>> {
  const ids = answers.flatMap((answer) => (answer.kind === 'user' ? [answer.userId] : []))
  if (ids.length === 0) return new Map()
  const { user } = tables
  const rows = await db
    .select({ id: user.id, firstName: user.firstName, lastName: user.lastName })
    .from(user)
    .where(ofCompany(user, actor.companyId, inArray(user.id, ids)))
  return new Map(rows.map((row) => [row.id, nameOf(row)]))
}

async function filesIn({ db, actor }: Scope, answers: readonly GivenAnswer[]) {
  const ids = answers.flatMap((answer) => (answer.kind === 'file' ? answer.fileIds : []))
  if (ids.length === 0) return new Map<number, never>()
  const { file } = tables
  const rows = await db
    .select({ id: file.id, name: file.name, mime: file.mime })
    .from(file)
    .where(ofCompany(file, actor.companyId, inArray(file.id, ids)))
  return new Map(rows.map((row): [number, typeof row] => [row.id, row]))
}
