/**
 * A validation type is part of the questions that use it. When it changes, their procedures get a
 * new version, and answers to the former version are checked against the former type.
 */
import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { saveFormerQuestions } from './formerQuestions.ts'
import { questionParts } from './procedures.ts'
import { questionsOf } from './questions.ts'

export async function asAnotherVersion<T>(
  scope: Scope,
  validationTypeId: number,
  work: () => Promise<T>,
): Promise<T> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const procedures = await db
    .selectDistinct({
      id: tables.procedure.id,
      version: tables.procedure.version,
      name: tables.procedure.name,
    })
    .from(tables.procedure)
    .innerJoin(
      tables.surveyQuestion,
      and(
        eq(tables.surveyQuestion.companyId, tables.procedure.companyId),
        eq(tables.surveyQuestion.procedureId, tables.procedure.id),
      ),
    )
    .where(
      ofCompany(
        tables.procedure,
        companyId,
        eq(sql`${tables.surveyQuestion.validationTypeId}`, validationTypeId),
        isNull(tables.surveyQuestion.deletedAt),
        isNull(tables.procedure.deletedAt),
      ),
    )
  const before = []
  for (const procedure of procedures)
    before.push({ ...procedure, asked: await questionsOf(scope, procedure.id) })
  const done = await work()
  for (const { id, version, name, asked } of before) {
    const now = await questionsOf(scope, id)
    if (isDeepStrictEqual(asked, now)) continue
    await saveFormerQuestions(scope, id, asked, version + 1)
    await db
      .update(tables.procedure)
      .set(nextVersion(tables.procedure, clock.now()))
      .where(ofCompany(tables.procedure, companyId, eq(tables.procedure.id, id)))
    await scope.journal({
      entity: 'procedure',
      id,
      name,
      before: questionParts(asked),
      after: questionParts(now),
    })
    scope.changed({ type: 'Procedure', id })
  }
  return done
}
