/**
 * Saves a procedure's whole list of questions: gives new rows ids, rewrites references to them and
 * validates the rest.
 */
import { isDeepStrictEqual } from 'node:util'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { SurveyQuestion, Validation, Visibility } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, badInputs, refuseNotFound } from '#kernel/http/errors.ts'
import { plannedOnce } from '#kernel/data/preparedStatements.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { referenceGone } from '../../foundation/review/index.ts'
import { replaceReferences } from '#kernel/events/references.ts'
import { newFaults } from './draft.ts'

interface StoredQuestion extends SurveyQuestion {
  validationTypeId: Id<'validationType'> | null
  validation: Validation
}

const choices = sql`coalesce((
  select json_agg(json_build_object('id', ${tables.surveyAnswer.id}, 'title', ${tables.surveyAnswer.title},
    'score', ${tables.surveyAnswer.score}, 'isFault', ${tables.surveyAnswer.isFault}) order by ${tables.surveyAnswer.position}, ${tables.surveyAnswer.id})
  from ${tables.surveyAnswer} where ${tables.surveyAnswer.companyId} = ${tables.surveyQuestion.companyId}
    and ${tables.surveyAnswer.questionId} = ${tables.surveyQuestion.id} and ${tables.surveyAnswer.deletedAt} is null
), '[]'::json)`

const questionsIn = sql`coalesce((
  select json_agg(json_build_object('id', ${tables.surveyQuestion.id}, 'kind', ${tables.surveyQuestion.kind},
    'title', ${tables.surveyQuestion.title}, 'help', ${tables.surveyQuestion.help},
    'required', ${tables.surveyQuestion.required}, 'unit', ${tables.surveyQuestion.unit},
    'minimum', ${tables.surveyQuestion.minimum}, 'maximum', ${tables.surveyQuestion.maximum},
    'numberScore', ${tables.surveyQuestion.numberScore},
    'faultOutside', ${tables.surveyQuestion.faultOutside}, 'visibility', ${tables.surveyQuestion.visibility},
    'answers', ${choices}, 'validationTypeId', ${tables.surveyQuestion.validationTypeId},
    'validation', json_build_object('name', ${tables.validationType.name},
      'minimum', ${tables.validationType.minimum}, 'maximum', ${tables.validationType.maximum},
      'pattern', ${tables.validationType.pattern}, 'hint', ${tables.validationType.hint})
  ) order by ${tables.surveyQuestion.position}, ${tables.surveyQuestion.id})
  from ${tables.surveyQuestion}
  left join ${tables.validationType} on ${tables.validationType.companyId} = ${tables.surveyQuestion.companyId}
    and ${tables.validationType.id} = ${tables.surveyQuestion.validationTypeId}
  where ${tables.surveyQuestion.companyId} = ${tables.procedure.companyId}
    and ${tables.surveyQuestion.procedureId} = ${tables.procedure.id} and ${tables.surveyQuestion.deletedAt} is null
), '[]'::json)`
// Wrapped in another fragment: drizzle strips the table's name from columns that are directly in a
// selection.
export const storedQuestions = sql<StoredQuestion[]>`${questionsIn}`

export const questionsFrom = (stored: readonly StoredQuestion[]): SurveyQuestion[] =>
  stored.map(({ validationTypeId, validation, ...question }) => ({
    ...withoutBlankFaults(question),
    ...(validationTypeId !== null && { validationTypeId, validation }),
  }))

const hasLimit = (range: SurveyQuestion['faultOutside']): boolean =>
  typeof range?.from === 'number' || typeof range?.to === 'number'

/** A question without faults has no keys for them, as in logs of earlier versions. */
function withoutBlankFaults<T extends SurveyQuestion>({ faultOutside, answers, ...question }: T) {
  return {
    ...question,
    answers: answers.map(({ isFault, ...answer }) => ({
      ...answer,
      ...(isFault === true && { isFault }),
    })),
    ...(hasLimit(faultOutside) && { faultOutside }),
  }
}

export async function questionsOf(
  { db, actor }: Scope,
  procedureId: Id<'procedure'>,
): Promise<SurveyQuestion[]> {
  const [found] = await plannedOnce(db)
    .select({ questions: storedQuestions })
    .from(tables.procedure)
    .where(ofCompany(tables.procedure, actor.companyId, eq(tables.procedure.id, procedureId)))
  return questionsFrom(found?.questions ?? [])
}

/**
 * Stored settings of a question: the validation type's id, not its rule. No type is stored as a
 * missing key.
 */
function settingsOf({ validation: _now, validationTypeId, ...facts }: SurveyQuestion) {
  return {
    ...withoutBlankFaults(facts),
    ...(typeof validationTypeId === 'number' && { validationTypeId }),
  }
}

/** Makes the stored list equal to `wanted`. Returns true if anything changed. */
export async function saveQuestions(
  scope: Scope,
  procedureId: Id<'procedure'>,
  wanted: readonly SurveyQuestion[],
): Promise<boolean> {
  const before = await questionsOf(scope, procedureId)
  if (isDeepStrictEqual(before.map(settingsOf), wanted.map(settingsOf))) return false
  await checkValidations(scope, wanted)
  const faults = newFaults(before, wanted)
  if (faults.length > 0) throw badInputs(faults)
  refuseStrangers(before, wanted)
  const real: RealIds = { questions: new Map(), choices: new Map() }
  for (const [position, question] of wanted.entries())
    await saveQuestion(scope, procedureId, position, question, real)
  await dropMissing(scope, before, wanted)
  return true
}

async function checkValidations(
  { db, actor }: Scope,
  wanted: readonly SurveyQuestion[],
): Promise<void> {
  const named = wanted.flatMap(({ validationTypeId, kind }, index) =>
    typeof validationTypeId === 'number'
      ? [{ id: validationTypeId, kind, path: `body.questions.${index}.validationTypeId` }]
      : [],
  )
  if (named.length === 0) return
  const rows = await db
    .select({ id: tables.validationType.id, dataType: tables.validationType.dataType })
    .from(tables.validationType)
    .where(
      ofCompany(
        tables.validationType,
        actor.companyId,
        inArray(
          tables.validationType.id,
          named.map(({ id }) => id),
        ),
      ),
    )
  for (const { id, kind, path } of named) {
    const found = rows.find((row) => row.id === id)
    if (!found) throw refuseNotFound('validation type', path)
    if (found.dataType !== kind)
      throw badInput(path, 'wrongKind', 'This validation type is for answers of another kind.')
  }
}

/** A positive id must belong to this procedure. */
function refuseStrangers(
  before: readonly SurveyQuestion[],
  wanted: readonly SurveyQuestion[],
): void {
  const questions = new Set(before.map((question) => question.id))
  const choices = new Set(before.flatMap((question) => question.answers.map((answer) => answer.id)))
  for (const [index, question] of wanted.entries()) {
    if (question.id > 0 && !questions.has(question.id))
      throw refuseNotFound('question', `body.questions.${index}.id`)
    if (question.answers.some((answer) => answer.id > 0 && !choices.has(answer.id)))
      throw refuseNotFound('answer', `body.questions.${index}.answers`)
  }
}

async function saveQuestion(
  scope: Scope,
  procedureId: Id<'procedure'>,
  position: number,
  question: SurveyQuestion,
  real: RealIds,
): Promise<void> {
  const {
    db,
    actor: { companyId },
  } = scope
  const {
    answers,
    id,
    validationTypeId = null,
    faultOutside: range = null,
    validation: _now,
    ...facts
  } = question
  // Rules refer only to earlier questions, so those have real ids by now.
  const visibility = facts.visibility && withRealIds(facts.visibility, real)
  const faultOutside = hasLimit(range) ? range : null
  const values = { ...facts, visibility, validationTypeId, faultOutside, position }
  const questionId =
    id > 0
      ? (
          await db
            .update(tables.surveyQuestion)
            .set(values)
            .where(
              ofCompany(
                tables.surveyQuestion,
                companyId,
                eq(tables.surveyQuestion.id, id as Id<'surveyQuestion'>),
              ),
            )
            .returning({ id: tables.surveyQuestion.id })
        )[0]?.id
      : (
          await db
            .insert(tables.surveyQuestion)
            .values({ ...values, companyId, procedureId })
            .returning({ id: tables.surveyQuestion.id })
        )[0]?.id
  if (!questionId)
    throw badInput(`body.questions.${position}`, 'notThere', 'This question is gone.')
  real.questions.set(id, questionId)
  for (const [position, choice] of answers.entries()) {
    const { title, score, isFault = false } = choice
    const row = { title, score, isFault, position, questionId }
    const made =
      choice.id > 0
        ? await db
            .update(tables.surveyAnswer)
            .set(row)
            .where(
              ofCompany(
                tables.surveyAnswer,
                companyId,
                eq(tables.surveyAnswer.id, choice.id as Id<'surveyAnswer'>),
              ),
            )
            .returning({ id: tables.surveyAnswer.id })
        : await db
            .insert(tables.surveyAnswer)
            .values({ ...row, companyId })
            .returning({ id: tables.surveyAnswer.id })
    real.choices.set(choice.id, made[0]?.id ?? choice.id)
  }
  const named =
    visibility?.rules.flatMap((rule) => [
      { kind: 'surveyQuestion' as const, id: rule.questionId },
      ...(rule.answerIds ?? []).map((answerId) => ({
        kind: 'surveyAnswer' as const,
        id: answerId,
      })),
    ]) ?? []
  await replaceReferences(db, companyId, { kind: 'surveyQuestion', id: questionId }, named)
}

/** By the ids of the request. Questions and choices have separate id spaces there. */
interface RealIds {
  questions: Map<number, number>
  choices: Map<number, number>
}

function withRealIds(visibility: Visibility, { questions, choices }: RealIds): Visibility {
  return {
    ...visibility,
    rules: visibility.rules.map((rule) => ({
      ...rule,
      questionId: questions.get(rule.questionId) ?? rule.questionId,
      ...(rule.answerIds && { answerIds: rule.answerIds.map((id) => choices.get(id) ?? id) }),
    })),
  }
}

async function dropMissing(
  scope: Scope,
  before: readonly SurveyQuestion[],
  wanted: readonly SurveyQuestion[],
): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const questions = new Set(wanted.map((question) => question.id))
  const choices = new Set(wanted.flatMap((question) => question.answers.map((answer) => answer.id)))
  for (const question of before) {
    if (!questions.has(question.id)) {
      const id = question.id as Id<'surveyQuestion'>
      await db
        .update(tables.surveyQuestion)
        .set({ deletedAt: clock.now(), validationTypeId: null })
        .where(ofCompany(tables.surveyQuestion, companyId, eq(tables.surveyQuestion.id, id)))
      await referenceGone(scope, { kind: 'surveyQuestion', id }, question.title)
    }
    for (const answer of question.answers) {
      if (choices.has(answer.id)) continue
      await db
        .update(tables.surveyAnswer)
        .set({ deletedAt: clock.now() })
        .where(
          ofCompany(
            tables.surveyAnswer,
            companyId,
            eq(tables.surveyAnswer.id, answer.id as Id<'surveyAnswer'>),
          ),
        )
      await referenceGone(scope, { kind: 'surveyAnswer', id: answer.id }, answer.title)
    }
  }
}
