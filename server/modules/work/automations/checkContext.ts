import { eq } from 'drizzle-orm'
import type { EventByKind } from '#contract/automation/events.ts'
import type { Id } from '#contract/ids.ts'
import { isSpanInReach } from '#contract/rules/timeUnits.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

export type Question = Pick<typeof tables.surveyQuestion.$inferSelect, 'id' | 'kind'> & {
  answers: { id: number; title: string }[]
}

export interface CheckContext {
  scope: Scope
  questions: ReadonlyMap<number, Question>
  path: string
}

export function checkSpan(span: Parameters<typeof isSpanInReach>[0], path: string): void {
  if (!isSpanInReach(span)) throw badInput(path, 'spanTooLong', 'At most a hundred years')
}

export function checkAsksPerson(questionId: number, { questions, path }: CheckContext): void {
  if (questions.get(questionId)?.kind !== 'user')
    throw badInput(
      `${path}.questionId`,
      'notAPerson',
      'This question does not ask for a person of this procedure.',
    )
}

export async function checkDateField(
  { db, actor }: Scope,
  { date }: EventByKind<'dateComes'>,
  path: string,
): Promise<void> {
  if (date.of === 'field') return
  const [field] = await db
    .select({ dataType: tables.metadataField.dataType })
    .from(tables.metadataField)
    .where(
      ofCompany(
        tables.metadataField,
        actor.companyId,
        eq(tables.metadataField.id, date.fieldId),
        eq(tables.metadataField.belongsTo, 'equipment'),
      ),
    )
  if (field?.dataType !== 'date')
    throw badInput(`${path}.date.fieldId`, 'wrongKind', 'This field does not hold a date.')
}

export async function checkStateOfType(
  { db, actor }: Scope,
  { ticketTypeId, stateId }: { ticketTypeId: Id<'ticketType'>; stateId: Id<'ticketState'> },
  path: string,
): Promise<void> {
  const [state] = await db
    .select({ typeId: tables.ticketState.ticketTypeId })
    .from(tables.ticketState)
    .where(ofCompany(tables.ticketState, actor.companyId, eq(tables.ticketState.id, stateId)))
  if (state?.typeId !== ticketTypeId)
    throw badInput(`${path}.stateId`, 'otherType', 'This state belongs to another ticket type.')
}
