import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { procedures as contract } from '#contract/procedures/procedures.ts'
import type { SurveyQuestion, Validation } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { notAllowed, refuseNotFound } from '#kernel/http/errors.ts'
import { Parts, toReferences, type Readable } from '#kernel/events/journal.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { versionFor } from '#kernel/data/unversionedWrites.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion, refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { automationsOf, saveAutomations } from '../automations/index.ts'
import { referenceGone } from '../../foundation/review/index.ts'
import { saveFormerQuestions } from './formerQuestions.ts'
import { questionsFrom, questionsOf, saveQuestions } from './questions.ts'
import { rowOf, selectProcedure, selectProcedures, type Selected } from './rows.ts'

type Draft = z.output<typeof contract.createProcedure.body>
type Update = z.output<typeof contract.updateProcedure.body>

async function one(scope: Scope, id: Id<'procedure'>): Promise<Selected> {
  const [found] = await selectProcedures(scope, scope.from.procedures(eq(tables.procedure.id, id)))
  if (!found) throw refuseNotFound('procedure')
  return found
}

export async function detail(scope: Scope, id: Id<'procedure'>) {
  const [found, triggeredEvents] = await Promise.all([
    selectProcedure(scope, scope.from.procedures(eq(tables.procedure.id, id))),
    automationsOf(scope, id),
  ])
  if (!found) throw refuseNotFound('procedure')
  return {
    ...rowOf(found),
    questions: questionsFrom(found.questions),
    triggeredEvents,
  }
}

export async function create(scope: Scope, { questions, ...draft }: Draft) {
  await checkType(scope, draft.typeId)
  await checkEquipmentTypes(scope, draft.equipmentTypeIds)
  const [made] = await scope.db
    .insert(tables.procedure)
    .values({
      ...draft,
      companyId: scope.actor.companyId,
      createdAt: scope.clock.now(),
      updatedAt: scope.clock.now(),
    })
    .returning({ id: tables.procedure.id })
  if (!made) throw new Error('The procedure was not kept')
  if (questions) await saveQuestions(scope, made.id, questions)
  await scope.journal({
    entity: 'procedure',
    id: made.id,
    name: draft.name,
    before: null,
    after: await summaryOf(scope, made.id),
  })
  return detail(scope, made.id)
}

export async function update(
  scope: Scope,
  id: Id<'procedure'>,
  { version: sent, questions, triggeredEvents, ...change }: Update,
) {
  if (questions || Object.keys(change).length > 0) scope.must('editor|procedures')
  if (triggeredEvents) scope.must('editor|automations')
  const version = await versionFor(scope, tables.procedure, id, sent)
  const before = await one(scope, id)
  await refuseStale(version, before.procedure, () => detail(scope, id))
  if (change.typeId !== undefined) await checkType(scope, change.typeId)
  await checkEquipmentTypes(scope, change.equipmentTypeIds)
  const summary = await summaryOf(scope, id)
  const retiredIn =
    change.isActive === undefined || change.isActive === before.procedure.isActive
      ? {}
      : { retiredIn: change.isActive ? null : version + 1 }
  await writeVersioned(scope, tables.procedure, {
    id,
    version,
    set: {
      ...change,
      ...(change.equipmentTypeIds === undefined ? {} : { typesSince: version + 1 }),
      ...retiredIn,
    },
    where: (isOfRow) => scope.from.procedures(isOfRow),
  })
  const asked = questions && (await questionsOf(scope, id))
  if (asked && (await saveQuestions(scope, id, questions)))
    await saveFormerQuestions(scope, id, asked, version + 1)
  if (triggeredEvents) await saveAutomations(scope, id, triggeredEvents)
  await scope.journal({
    entity: 'procedure',
    id,
    name: change.name ?? before.procedure.name,
    before: summary,
    after: await summaryOf(scope, id),
  })
  return detail(scope, id)
}

export async function remove(scope: Scope, id: Id<'procedure'>): Promise<void> {
  const before = await one(scope, id)
  await scope.db
    .update(tables.procedure)
    .set({ deletedAt: scope.clock.now(), isActive: false, ...nextVersion(tables.procedure) })
    .where(scope.from.procedures(eq(tables.procedure.id, id)))
  await saveAutomations(scope, id, [])
  await referenceGone(scope, { kind: 'procedure', id }, before.procedure.name)
  await scope.journal({
    entity: 'procedure',
    id,
    name: before.procedure.name,
    before: await summaryOf(scope, id, before),
    after: null,
  })
}

export async function summaryOf(
  scope: Scope,
  id: Id<'procedure'>,
  known?: Selected,
): Promise<Omit<Readable<'procedure'>, 'name'> & { name: string }> {
  const { procedure: row, type } = known ?? (await one(scope, id))
  const questions = await questionsOf(scope, id)
  return {
    name: row.name,
    type: type.name,
    target: row.target,
    equipmentTypes: toReferences('equipmentType', row.equipmentTypeIds),
    description: row.description,
    isActive: row.isActive,
    isSigned: row.isSigned,
    questions: questions.map(({ title }) => title),
    ...questionParts(questions),
  }
}

export function questionParts(
  questions: readonly SurveyQuestion[],
): Omit<Readable<'procedure'>, 'name'> {
  const of = (question: SurveyQuestion) => ({
    kind: 'surveyQuestion' as const,
    id: question.id,
    name: question.title,
  })
  return {
    required: new Parts(
      questions.map((question) => ({ of: of(question), value: question.required })),
      true,
    ),
    validationType: new Parts(
      questions.map((question) => ({
        of: of(question),
        value: question.validation ? ruleOf(question.validation) : null,
      })),
      true,
    ),
    answers: new Parts(
      questions.map((question) => ({
        of: of(question),
        value: question.answers.map(({ title, score }) => ({ answer: title, points: score })),
      })),
      true,
    ),
  }
}

function ruleOf({ name, minimum, maximum, pattern }: Validation): string {
  const span =
    minimum === null && maximum === null ? [] : [`${minimum ?? ''} – ${maximum ?? ''}`.trim()]
  return [name, ...span, ...(pattern === null ? [] : [pattern])].join(' · ')
}

const checkEquipmentTypes = (
  scope: Scope,
  wanted: readonly Id<'equipmentType'>[] = [],
): Promise<void> =>
  requireRows(scope, tables.equipmentType, wanted, 'equipment type', 'body.equipmentTypeIds')

async function checkType({ db, actor }: Scope, typeId: Id<'procedureType'>): Promise<void> {
  const found = await db
    .select({ id: tables.procedureType.id })
    .from(tables.procedureType)
    .where(ofCompany(tables.procedureType, actor.companyId, eq(tables.procedureType.id, typeId)))
  if (found.length === 0) throw refuseNotFound('procedure type', 'body.typeId')
  if (actor.procedureTypeIds?.includes(typeId) === false)
    throw notAllowed('This procedure type is not among those you may choose.')
}
