import { asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { procedures as contract } from '#contract/procedures/procedures.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, folded, orderOf, procedureFilter, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { versionFor } from '#kernel/data/unversionedWrites.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { TREE_MAXIMUM, treeByType } from '#kernel/data/trees.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { automationsOfQuestion, saveAutomationsOfQuestion } from '../automations/index.ts'
import { saveFormerQuestions } from './formerQuestions.ts'
import { create, detail, remove, summaryOf, update } from './procedures.ts'
import { questionsOf, saveQuestions } from './questions.ts'
import { rowOf, selectProcedures, sortColumns } from './rows.ts'

const found = (search: string | undefined) => searchIn(folded(tables.procedure.name), search)

export const procedureHandlers: Handlers<typeof contract> = {
  async listProcedures(scope, { body }) {
    const where = scope.from.procedures(
      found(body.search),
      procedureFilter(body.filter),
      body.isActive === undefined ? undefined : eq(tables.procedure.isActive, body.isActive),
      body.target && eq(tables.procedure.target, body.target),
    )
    const [total] = await scope.db.select({ count }).from(tables.procedure).where(where)
    const rows = await selectProcedures(scope, where)
      .orderBy(
        ...orderOf(scope, body.sort, sortColumns, tables.procedure.id, [
          byName(scope, tables.procedure.name),
          asc(tables.procedure.id),
        ]),
      )
      .limit(body.limit)
      .offset(body.offset)
    return { count: total?.count ?? 0, rows: rows.map(rowOf) }
  },
  async listTinyProcedures({ db, from, actor }, { body }) {
    const where = from.procedures(
      found(body.search),
      procedureFilter(body.filter),
      body.ids ? inArray(tables.procedure.id, body.ids) : undefined,
    )
    const [total] = await db.select({ count }).from(tables.procedure).where(where)
    const rows = await db
      .select({
        id: tables.procedure.id,
        name: tables.procedure.name,
        typeId: tables.procedure.typeId,
      })
      .from(tables.procedure)
      .where(where)
      .orderBy(byName({ actor }, tables.procedure.name))
      .limit(body.limit)
      .offset(body.offset)
    return { count: total?.count ?? 0, rows }
  },
  getProcedure: (scope, { params }) => detail(scope, params.id),
  createProcedure: (scope, { body }) => create(scope, body),
  updateProcedure: (scope, { params, body }) => update(scope, params.id, body),
  async deleteProcedure(scope, { params }) {
    await remove(scope, params.id)
    return { deleted: true }
  },
  async getProcedureTree({ db, from, actor }) {
    const [total] = await db.select({ count }).from(tables.procedure).where(from.procedures())
    const rows = await db
      .select({
        id: tables.procedure.id,
        name: tables.procedure.name,
        typeId: tables.procedure.typeId,
      })
      .from(tables.procedure)
      .where(from.procedures())
      .orderBy(byName({ actor }, tables.procedure.name), asc(tables.procedure.id))
      .limit(TREE_MAXIMUM)
    const types = await db
      .select()
      .from(tables.procedureType)
      .where(ofCompany(tables.procedureType, actor.companyId))
      .orderBy(byName({ actor }, tables.procedureType.name))
    return treeByType(types, rows, total?.count ?? 0)
  },
  async getRolesUsers({ db, actor }) {
    const roles = await db
      .select({ id: tables.role.id, name: tables.role.name })
      .from(tables.role)
      .where(ofCompany(tables.role, actor.companyId))
      .orderBy(byName({ actor }, tables.role.name))
    const users = await db
      .select()
      .from(tables.user)
      .where(ofCompany(tables.user, actor.companyId, eq(tables.user.isActive, true)))
      .orderBy(byName({ actor }, tables.user.firstName), byName({ actor }, tables.user.lastName))
      .limit(5_000)
    return {
      roles,
      users: users.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
    }
  },
  getSurveyQuestion: (scope, { params }) => questionDetail(scope, params.id),
  async updateSurveyQuestion(
    scope,
    { params, body: { version: sent, triggeredEvents, ...change } },
  ) {
    const isOther = Object.keys(change).length > 0
    if (isOther || triggeredEvents === undefined) scope.must('editor|procedures')
    if (triggeredEvents !== undefined) scope.must('editor|automations')
    const { procedureId } = await questionDetail(scope, params.id)
    const version = await versionFor(scope, tables.procedure, procedureId, sent)
    const {
      procedureId: _home,
      version: now,
      triggeredEvents: _own,
      ...question
    } = await questionDetail(scope, params.id)
    await refuseStale(version, { version: now }, () => undefined)
    const all = await questionsOf(scope, procedureId)
    const summary = await summaryOf(scope, procedureId)
    const changed: SurveyQuestion = { ...question, ...change }
    const isChanged =
      isOther &&
      (await saveQuestions(
        scope,
        procedureId,
        all.map((each) => (each.id === params.id ? changed : each)),
      ))
    if (isChanged) await saveFormerQuestions(scope, procedureId, all, version + 1)
    if (triggeredEvents !== undefined)
      await saveAutomationsOfQuestion(scope, procedureId, params.id, triggeredEvents)
    if (isChanged || triggeredEvents !== undefined) {
      await writeVersioned(scope, tables.procedure, {
        id: procedureId,
        version,
        set: {},
        where: (isOfRow) => scope.from.procedures(isOfRow),
      })
      const after = await summaryOf(scope, procedureId)
      await scope.journal({
        entity: 'procedure',
        id: procedureId,
        name: after.name,
        before: summary,
        after,
      })
    }
    return questionDetail(scope, params.id)
  },
}

async function questionDetail(scope: Scope, id: Id<'surveyQuestion'>) {
  const { db, from, actor } = scope
  const [row] = await db
    .select({ procedureId: tables.surveyQuestion.procedureId, version: tables.procedure.version })
    .from(tables.surveyQuestion)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.surveyQuestion.procedureId))
    .where(
      ofCompany(
        tables.surveyQuestion,
        actor.companyId,
        eq(tables.surveyQuestion.id, id),
        isNull(tables.surveyQuestion.deletedAt),
        from.procedures(),
      ),
    )
  const question = row && (await questionsOf(scope, row.procedureId)).find((each) => each.id === id)
  if (!question) throw refuseNotFound('question')
  return {
    ...question,
    procedureId: row.procedureId,
    version: row.version,
    triggeredEvents: await automationsOfQuestion(scope, row.procedureId, id),
  }
}
