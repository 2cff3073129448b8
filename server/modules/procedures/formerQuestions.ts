/**
 * What a procedure asked at one of its versions. The present list lies in its rows; one that was
 * replaced is kept whole, since a phone may still be answering it.
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
  /** What it asks now. */
  questions: SurveyQuestion[]
}

/** The questions as version `version` asked them; null where that is not known (any more). */
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
 * The list was replaced: `before` is kept under the versions that asked it, and the present one
 * counts from `version` on.
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
  // Whoever changed what they ask may not see all procedures that ask it.
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
    .onConflictDoNothing() // kept once, whoever of two came first
  await db.update(procedure).set({ questionsSince: version }).where(own)
}
