import { inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import { exportWord } from '#kernel/data/exportWords.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { createProcedure, removeProcedure } from '../../work/procedures/index.ts'
import { INDENT } from './cobieWork.ts'
import { typeNames } from './itemTarget.ts'
import { refuseBeyondImporter } from './mayUse.ts'
import { ensureNames, made } from './names.ts'
import { addFault, linesIn, type ReadRow } from './readRow.ts'
import type { Planned, Target, Written } from './target.ts'

const MAX = { tasks: 300, title: 1_000, help: 2_000 }

export interface StoredPlan {
  id: Id<'procedure'>
  name: string
  types: readonly string[]
  tasks: readonly string[]
}

export const jobPlanTarget: Target = {
  partOf: () => Promise.resolve(({ values }) => (values['types'] ?? '').toLowerCase()),
  order: (_scope, rows) => Promise.resolve([...rows]),
  async plan(scope, rows) {
    await refuseBeyondImporter(
      scope,
      rows,
      tables.equipmentType,
      scope.actor.equipmentTypeIds,
      (read, word) => (word === 'type' ? linesIn(read.values['types']) : []),
    )
    await refuseProcedureTypes(scope, rows)
    const stored = await storedPlans(scope, rows)
    return rows.map((read): Planned => {
      const tasks = tasksIn(read)
      if (
        tasks.length > MAX.tasks ||
        tasks.some(({ title, help }) => title.length > MAX.title || help.length > MAX.help)
      )
        addFault(read, 'procedure', 'tooLong', read.key)
      const old = planOf(stored, read)
      // A user may have edited the draft since, so the draft stays.
      if (
        old !== undefined &&
        !isSame(
          old.tasks,
          tasks.map(({ title }) => title),
        )
      )
        addFault(read, 'procedure', 'cannotChange', read.key)
      const action = read.faults.length > 0 ? 'fail' : old === undefined ? 'create' : 'unchanged'
      return { read, action, changes: [] }
    })
  },
  async write(scope, planned, by) {
    const reads = planned.flatMap(({ read, action }) => (action === 'create' ? [read] : []))
    if (reads.length === 0) return []
    const typeIds = await ensureNames(
      scope,
      'equipmentType',
      reads.flatMap((read) => linesIn(read.values['types'])),
      by,
    )
    const kinds = await ensureNames(
      scope,
      'procedureType',
      reads.map((read) => read.values['category']),
      by,
    )
    const written: Written[] = []
    for (const read of reads) {
      const typeId =
        kinds.get((read.values['category'] ?? '').toLowerCase()) ?? [...kinds.values()][0]
      if (typeId === undefined) throw new Error('The procedure of a row has no type')
      const { id, name } = await createProcedure(scope, {
        name: read.key,
        typeId,
        target: 'equipment',
        equipmentTypeIds: linesIn(read.values['types']).map((type) => made(typeIds, type)),
        isActive: false,
        questions: questionsOf(scope, read),
      })
      written.push({ id, name, before: null })
      read.id = id
    }
    scope.changed('Procedure')
    return written
  },
  editor: 'editor|procedures',
  tags: ['Procedure', 'ProcedureType'],
  undo: {
    table: tables.procedure,
    held: proceduresInUse,
    async remove(scope, ids) {
      for (const id of ids) await removeProcedure(scope, id as Id<'procedure'>)
    },
    restore: () => Promise.resolve(),
  },
}

/** Parses a cell into tasks, one per line, with details in indented lines below. */
function tasksIn({ values }: Pick<ReadRow, 'values'>): { title: string; help: string }[] {
  const tasks: { title: string; help: string }[] = []
  for (const line of (values['tasks'] ?? '').split('\n')) {
    const last = tasks.at(-1)
    if (line.startsWith(INDENT) && last !== undefined)
      last.help = [last.help, line.trim()].filter((one) => one !== '').join('\n')
    else if (line.trim() !== '') tasks.push({ title: line.trim(), help: '' })
  }
  return tasks
}

const questionsOf = ({ actor }: Scope, read: ReadRow): SurveyQuestion[] =>
  tasksIn(read).map(({ title, help }, index) => ({
    id: -(index + 1),
    kind: 'singleChoice',
    title,
    help: help === '' ? null : help,
    required: true,
    answers: (['task_done', 'task_notDone'] as const).map((word, place) => ({
      id: -(index * 2 + place + 1),
      title: exportWord(actor.language, word),
      score: 0,
    })),
    unit: null,
    minimum: null,
    maximum: null,
    numberScore: null,
    visibility: null,
  }))

export async function storedPlans(
  scope: Scope,
  rows: readonly ReadRow[],
): Promise<readonly StoredPlan[]> {
  const { procedure, surveyQuestion } = tables
  const names = [...new Set(rows.map(({ key }) => key.toLowerCase()))]
  const types = await typeNames(scope)
  const found = await scope.db
    .select({ id: procedure.id, name: procedure.name, typeIds: procedure.equipmentTypeIds })
    .from(procedure)
    .where(scope.from.procedures(inArray(sql`lower(${procedure.name})`, names)))
    .orderBy(procedure.id)
  const questions =
    found.length === 0
      ? []
      : await scope.db
          .select({ procedureId: surveyQuestion.procedureId, title: surveyQuestion.title })
          .from(surveyQuestion)
          .where(
            ofCompany(
              surveyQuestion,
              scope.actor.companyId,
              isNull(surveyQuestion.deletedAt),
              inArray(
                surveyQuestion.procedureId,
                found.map(({ id }) => id),
              ),
            ),
          )
          .orderBy(surveyQuestion.position)
  return found.map(({ id, name, typeIds }) => ({
    id,
    name,
    types: typeIds.flatMap((typeId) => types.get(typeId)?.toLowerCase() ?? []),
    tasks: questions.flatMap(({ procedureId, title }) => (procedureId === id ? [title] : [])),
  }))
}

/**
 * Finds a plan of the same name for one of the row's types, or for any equipment if the row has no
 * types.
 */
export const planOf = (
  stored: readonly StoredPlan[],
  { key, values }: Pick<ReadRow, 'key' | 'values'>,
): StoredPlan | undefined => {
  const types = linesIn(values['types']).map((name) => name.toLowerCase())
  return stored.find(
    (plan) =>
      plan.name.toLowerCase() === key.toLowerCase() &&
      (types.length === 0
        ? plan.types.length === 0
        : types.some((type) => plan.types.includes(type))),
  )
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, index) => text === other[index])

/** Creating a procedure type requires the permission for reference lists. */
async function refuseProcedureTypes(scope: Scope, rows: readonly ReadRow[]): Promise<void> {
  const { procedureType } = tables
  const known = new Map(
    (
      await scope.db
        .select({ id: procedureType.id, name: procedureType.name })
        .from(procedureType)
        .where(ofCompany(procedureType, scope.actor.companyId))
    ).map(({ id, name }) => [name.toLowerCase(), id]),
  )
  const permitted = scope.actor.procedureTypeIds
  const mayMake = scope.can('editor|management')
  for (const read of rows) {
    const category = read.values['category']
    const [first] = known.values()
    const id = category === undefined ? first : known.get(category.toLowerCase())
    if (category === undefined && id === undefined)
      addFault(read, 'procedure', 'required', read.key)
    else if (permitted !== null && (id === undefined || !permitted.includes(id)))
      addFault(read, 'procedure', 'notPermitted', category ?? '')
    else if (id === undefined && !mayMake) addFault(read, 'procedure', 'cannotMake', category)
  }
}

async function proceduresInUse(
  { db, actor }: Scope,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { procedureLog, reference } = tables
  const logs = await db
    .selectDistinct({ id: procedureLog.procedureId })
    .from(procedureLog)
    .where(
      ofCompany(procedureLog, actor.companyId, inArray(sql`${procedureLog.procedureId}`, [...ids])),
    )
  const named = await db
    .selectDistinct({ id: reference.toId })
    .from(reference)
    .where(
      ofCompany(
        reference,
        actor.companyId,
        sql`${reference.toKind} = 'procedure'`,
        inArray(reference.toId, [...ids]),
      ),
    )
  return new Set([...logs, ...named].map(({ id }) => Number(id)))
}
