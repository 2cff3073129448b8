/** Validates a draft before it is stored: every reference exists and fits its use. */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { AutomationDraft } from '#contract/automation/automation.ts'
import {
  kindOfAction,
  type ActionByKind,
  type ActionKind,
  type AutomationAction,
} from '#contract/automation/actions.ts'
import type { AssignBy } from '#contract/automation/actions/assign.ts'
import { referencesOf, type NamingRule } from '#contract/automation/references.ts'
import type { Id } from '#contract/ids.ts'
import type { Reference } from '#contract/journal/references.ts'
import { operatorsFor } from '#contract/rules/answerRules.ts'
import { intervalFits, questionFits } from '#contract/rules/metadataAnswers.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { isSpanInReach } from '#contract/rules/timeUnits.ts'
import { metadataField, surveyAnswer, surveyQuestion, ticketState } from '#db/schema/index.ts'
import { badInput, notThere } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { namesOf } from '../references/index.ts'

type Question = Pick<typeof surveyQuestion.$inferSelect, 'id' | 'kind'> & {
  answers: { id: number; title: string }[]
}

export function checkValidity({ validFrom, validTo }: AutomationDraft, path: string): void {
  if (validFrom !== null && validTo !== null && validTo <= validFrom)
    throw badInput(`${path}.validTo`, 'reversed', 'The validity ends before it begins.')
}

/**
 * A filter on a missing reference would never match. References kept from `before` may stay even if
 * the user cannot see them.
 */
export async function checkDraft(
  scope: Scope,
  procedureId: Id<'procedure'>,
  draft: AutomationDraft,
  path: string,
  before?: NamingRule,
): Promise<void> {
  const keyOf = ({ kind, id }: Reference) => `${kind}:${id}`
  const known = new Set(before ? referencesOf(before).map(keyOf) : [])
  const wanted = referencesOf(draft)
  const found = new Set(
    [
      ...(await namesOf(
        scope,
        wanted.filter((one) => !known.has(keyOf(one))),
      )),
      ...(await namesOf(
        scope,
        wanted.filter((one) => known.has(keyOf(one))),
        'company',
      )),
    ].map(keyOf),
  )
  const lost = wanted.find((one) => !found.has(keyOf(one)))
  if (lost) throw notThere(lost.kind, path)
  const questions = await questionsOf(scope, procedureId)
  checkFilters(draft, questions, path)
  for (const [index, action] of draft.actions.entries())
    await checkAction(action, { scope, questions, path: `${path}.actions.${index}` })
}

function checkFilters(
  { filters }: AutomationDraft,
  questions: ReadonlyMap<number, Question>,
  path: string,
): void {
  for (const [index, filter] of filters.entries()) {
    if (filter.kind !== 'answer') continue
    const question = questions.get(filter.questionId)
    if (!question)
      throw badInput(
        `${path}.filters.${index}.questionId`,
        'otherProcedure',
        'This question belongs to another procedure.',
      )
    if (!operatorsFor(question.kind).includes(filter.operator))
      throw badInput(
        `${path}.filters.${index}.operator`,
        'doesNotFit',
        'This cannot be asked of the answer of such a question.',
      )
    if (!filter.answerIds.every((id) => question.answers.some((answer) => answer.id === id)))
      throw badInput(
        `${path}.filters.${index}.answerIds`,
        'otherQuestion',
        'This answer belongs to another question.',
      )
  }
}

interface Checking {
  scope: Scope
  questions: ReadonlyMap<number, Question>
  path: string
}
type Check<K extends ActionKind> = (
  action: ActionByKind<K>,
  checking: Checking,
) => Promise<void> | void

const checkAssignee = ({ assign }: { assign: AssignBy | null }, checking: Checking) => {
  if (assign?.by === 'question') checkAsksPerson(assign.questionId, checking)
}
/** References were checked already; nothing else applies. */
const namesAlone = () => undefined

/** Exhaustive, so that a new kind does not compile without its check. */
const checks: { [K in ActionKind]: Check<K> } = {
  openTicket: checkAssignee,
  assignTicket: checkAssignee,
  setAvailability({ who }, checking) {
    if (who.by === 'question') checkAsksPerson(who.questionId, checking)
  },
  async changeTicketState({ ticketTypeId, stateId }, { scope: { db, actor }, path }) {
    const [state] = await db
      .select({ typeId: ticketState.ticketTypeId })
      .from(ticketState)
      .where(and(eq(ticketState.companyId, actor.companyId), eq(ticketState.id, stateId)))
    if (state?.typeId !== ticketTypeId)
      throw badInput(`${path}.stateId`, 'otherType', 'This state belongs to another ticket type.')
  },
  async updateMetadata({ fieldId, change }, { scope: { db, actor }, questions, path }) {
    const [field] = await db
      .select()
      .from(metadataField)
      .where(and(eq(metadataField.companyId, actor.companyId), eq(metadataField.id, fieldId)))
    if (!field) throw notThere('metadataField', path)
    if (change.do === 'fromInterval') checkSpan(change, `${path}.change`)
    const question = change.do === 'fromAnswer' ? questions.get(change.questionId) : undefined
    const fits =
      change.do === 'remove' ||
      (change.do === 'fromInterval'
        ? intervalFits(field)
        : question !== undefined && questionFits(field, question))
    if (!fits)
      throw badInput(
        `${path}.change`,
        'doesNotFit',
        `This does not fit the data type of “${field.name}”.`,
      )
  },
  closeTickets: namesAlone,
  sendAlert: namesAlone,
  changeStatus: namesAlone,
  scheduleProcedure({ within }, { path }) {
    if (within.by === 'deadline' && within.deadline.kind === 'custom')
      checkSpan(within.deadline, `${path}.within.deadline`)
  },
  removeScheduled: namesAlone,
  invokeHook: namesAlone,
}

function checkSpan(span: Parameters<typeof isSpanInReach>[0], path: string): void {
  if (!isSpanInReach(span)) throw badInput(path, 'spanTooLong', 'At most a hundred years')
}

async function checkAction(action: AutomationAction, checking: Checking): Promise<void> {
  // As in the editor: an incomplete action would silently do nothing.
  const [fault] = kindOfAction(action).faults(action)
  if (fault !== undefined)
    throw badInput(checking.path, 'required', `This action is not complete: ${fault}.`)
  // the compiler cannot see that the kind pairs them
  await (checks[action.kind] as Check<ActionKind>)(action as never, checking)
}

function checkAsksPerson(questionId: number, { questions, path }: Checking): void {
  if (questions.get(questionId)?.kind !== 'user')
    throw badInput(
      `${path}.questionId`,
      'notAPerson',
      'This question does not ask for a person of this procedure.',
    )
}

async function questionsOf(
  { db, actor }: Scope,
  procedureId: Id<'procedure'>,
): Promise<Map<number, Question>> {
  const rows = await db
    .select({ id: surveyQuestion.id, kind: surveyQuestion.kind })
    .from(surveyQuestion)
    .where(
      and(
        eq(surveyQuestion.companyId, actor.companyId),
        eq(surveyQuestion.procedureId, procedureId),
        isNull(surveyQuestion.deletedAt),
      ),
    )
  const answers =
    rows.length === 0
      ? new Map<number, { id: number; title: string }[]>()
      : groupBy(
          await db
            .select({
              id: surveyAnswer.id,
              title: surveyAnswer.title,
              questionId: surveyAnswer.questionId,
            })
            .from(surveyAnswer)
            .where(
              and(
                eq(surveyAnswer.companyId, actor.companyId),
                inArray(
                  surveyAnswer.questionId,
                  rows.map(({ id }) => id),
                ),
                isNull(surveyAnswer.deletedAt),
              ),
            ),
          ({ questionId }): number => questionId,
        )
  return new Map(rows.map((row) => [row.id, { ...row, answers: answers.get(row.id) ?? [] }]))
}
