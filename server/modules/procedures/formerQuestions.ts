/**
 * The questions of a procedure at a given version. Current ones are rows; replaced lists are stored
 * whole, because a phone may still be answering them.
 */
import { and, desc, eq, lte } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { formerQuestions, procedure } from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
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
  home: Home,
  version: number,
): Promise<SurveyQuestion[] | null> {
  if (version > home.version) return null
  if (version >= home.questionsSince) return home.questions
  const {
    db,
    actor: { companyId },
  } = scope
  const [former] = await db
    .select({ questions: formerQuestions.questions })
    .from(formerQuestions)
    .where(
      and(
        eq(formerQuestions.companyId, companyId),
        eq(formerQuestions.procedureId, home.id),
        lte(formerQuestions.since, version),
      ),
    )
    .orderBy(desc(formerQuestions.since))
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
  const own = and(eq(procedure.companyId, companyId), eq(procedure.id, procedureId))
  const [home] = await db.select({ since: procedure.questionsSince }).from(procedure).where(own)
  if (!home) throw notThere('procedure')
  await db
    .insert(formerQuestions)
    .values({
      companyId,
      procedureId,
      since: home.since,
      questions: [...before],
      createdAt: clock.now(),
    })
    .onConflictDoNothing() // two concurrent saves store it once
  await db.update(procedure).set({ questionsSince: version }).where(own)
}
