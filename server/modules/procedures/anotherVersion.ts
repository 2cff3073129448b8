/**
 * A validation type is part of the questions that use it. When it changes, their procedures get a
 * new version, and answers to the former version are checked against the former type.
 */
import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { procedure, surveyQuestion } from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
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
  // Includes procedures hidden from the user: a type applies to all.
  const homes = await db
    .selectDistinct({ id: procedure.id, version: procedure.version, name: procedure.name })
    .from(procedure)
    .innerJoin(
      surveyQuestion,
      and(
        eq(surveyQuestion.companyId, procedure.companyId),
        eq(surveyQuestion.procedureId, procedure.id),
      ),
    )
    .where(
      and(
        eq(procedure.companyId, companyId),
        eq(sql`${surveyQuestion.validationTypeId}`, validationTypeId),
        isNull(surveyQuestion.deletedAt),
        isNull(procedure.deletedAt),
      ),
    )
  const before = []
  for (const home of homes) before.push({ ...home, asked: await questionsOf(scope, home.id) })
  const done = await work()
  for (const { id, version, name, asked } of before) {
    const now = await questionsOf(scope, id)
    if (isDeepStrictEqual(asked, now)) continue
    await saveFormerQuestions(scope, id, asked, version + 1)
    await db
      .update(procedure)
      .set({ version: sql`${procedure.version} + 1`, updatedAt: clock.now() })
      .where(and(eq(procedure.companyId, companyId), eq(procedure.id, id)))
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
