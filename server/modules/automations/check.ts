/**
 * What a draft must be before it is kept: everything it names is there, and fits what it is named
 * for.
 */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { AutomationDraft } from '#contract/automation'
import { referencesOf, type NamingRule } from '#contract/automation/references'
import type { Id } from '#contract/ids'
import type { Reference } from '#contract/references'
import { intervalFits, questionFits } from '#contract/rules/metadataAnswers'
import { metadataField, surveyAnswer, surveyQuestion, ticketState } from '../../db/schema/index.ts'
import { badInput, notThere } from '../../kernel/errors.ts'
import { groupBy } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'
import { namesOf } from '../references/index.ts'

type Question = Pick<typeof surveyQuestion.$inferSelect, 'id' | 'kind'> & {
  answers: { id: number; title: string }[]
}

/**
 * A filter on nothing would never fire, and nobody would know why. What the rule named `before` and
 * still is there may stay named by who cannot see it.
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
  if (draft.validFrom !== null && draft.validTo !== null && draft.validTo <= draft.validFrom)
    throw badInput(`${path}.validTo`, 'reversed', 'The validity ends before it begins.')
  const questions = await questionsOf(scope, procedureId)
  checkFilters(draft, questions, path)
  for (const [index, action] of draft.actions.entries())
    await checkAction(scope, action, questions, `${path}.actions.${index}`)
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
    if (!filter.answerIds.every((id) => question.answers.some((answer) => answer.id === id)))
      throw badInput(
        `${path}.filters.${index}.answerIds`,
        'otherQuestion',
        'This answer belongs to another question.',
      )
  }
}

async function checkAction(
  { db, actor }: Scope,
  action: AutomationDraft['actions'][number],
  questions: ReadonlyMap<number, Question>,
  path: string,
): Promise<void> {
  const asksPerson = (id: number) => {
    // Spec section 5: at least one single-select question about a person.
    if (questions.get(id)?.kind !== 'user')
      throw badInput(
        `${path}.questionId`,
        'notAPerson',
        'This question does not ask for a person of this procedure.',
      )
  }
  switch (action.kind) {
    case 'openTicket':
    case 'assignTicket': {
      if (action.assign?.by === 'question') asksPerson(action.assign.questionId)
      return
    }
    case 'setAvailability': {
      if (action.who.by === 'question') asksPerson(action.who.questionId)
      return
    }
    case 'changeTicketState': {
      const [state] = await db
        .select({ typeId: ticketState.ticketTypeId })
        .from(ticketState)
        .where(and(eq(ticketState.companyId, actor.companyId), eq(ticketState.id, action.stateId)))
      if (state?.typeId !== action.ticketTypeId)
        throw badInput(`${path}.stateId`, 'otherType', 'This state belongs to another ticket type.')
      return
    }
    case 'updateMetadata': {
      const [field] = await db
        .select()
        .from(metadataField)
        .where(
          and(eq(metadataField.companyId, actor.companyId), eq(metadataField.id, action.fieldId)),
        )
      if (!field) throw notThere('metadataField', path)
      const question =
        action.change.do === 'fromAnswer' ? questions.get(action.change.questionId) : undefined
      const fits =
        action.change.do === 'remove' ||
        (action.change.do === 'fromInterval'
          ? intervalFits(field)
          : question !== undefined && questionFits(field, question))
      if (!fits)
        throw badInput(
          `${path}.change`,
          'doesNotFit',
          `This does not fit the data type of “${field.name}”.`,
        )
      return
    }
    default:
  }
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
