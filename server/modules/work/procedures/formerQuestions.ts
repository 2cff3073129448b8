/**
 * The questions of a procedure at a given version. Current ones are rows; replaced lists are stored
 * whole, because a phone may still be answering them.
 */
import { desc, eq, lte } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

interface Home {
  id: Id<'procedure'>
  version: number
  questionsSince: number
  questions: SurveyQuestion[]
}

/** Returns null if the questions of that version are not known (any more). */
export async function questionsAt(
  scope: Scope,
  procedure: Home,
  version: number,
): Promise<SurveyQuestion[] | null> {
  if (version > procedure.version) return null
  if (version >= procedure.questionsSince) return procedure.questions
  const {
    db,
    actor: { companyId },
  } = scope
  const [former] = await db
    .select({ questions: tables.formerQuestions.questions })
    .from(tables.formerQuestions)
    .where(
      ofCompany(
        tables.formerQuestions,
        companyId,
        eq(tables.formerQuestions.procedureId, procedure.id),
        lte(tables.formerQuestions.since, version),
      ),
    )
    .orderBy(desc(tables.formerQuestions.since))
    .limit(1)
  return former?.questions ?? null
}

/**
 * Stores the replaced list `before` under its versions. The current list applies from `version` on.
 */
export async function saveFormerQuestions(
  scope: Scope,
  procedureId: Id<'procedure'>,
  before: readonly SurveyQuestion[],
  version: number,
): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  // The user who changed a validation type may not see all procedures that use it.
  const own = ofCompany(tables.procedure, companyId, eq(tables.procedure.id, procedureId))
  const [procedure] = await db
    .select({ since: tables.procedure.questionsSince })
    .from(tables.procedure)
    .where(own)
  if (!procedure) throw refuseNotFound('procedure')
  await db
    .insert(tables.formerQuestions)
    .values({
      companyId,
      procedureId,
      since: procedure.since,
      questions: [...before],
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
  await db.update(tables.procedure).set({ questionsSince: version }).where(own)
}
