import { and, eq, inArray } from 'drizzle-orm'
import { addAmount, wallAt } from '#contract/recurrence/zone'
import { dayOf, wallOf } from '#contract/recurrence/wall'
import { valueFromAnswer } from '#contract/rules/metadataAnswers'
import type { MetadataValue } from '#contract/rules/metadata'
import { equipmentStatus, metadataField, user } from '../../../db/schema/index.ts'
import { notThere } from '../../../kernel/errors.ts'
import { setMetadata, setStatus } from '../../equipment/index.ts'
import type { Acting, Effect, Executor } from './executor.ts'

export const changeStatus: Executor<'changeStatus'> = async (
  { scope, performedLog: { equipment } },
  { statusId },
) => {
  if (equipment === null) return { outcome: 'skipped', code: 'noEquipment' }
  const names = await scope.db
    .select({ id: equipmentStatus.id, name: equipmentStatus.name })
    .from(equipmentStatus)
    .where(
      and(
        eq(equipmentStatus.companyId, scope.actor.companyId),
        inArray(
          equipmentStatus.id,
          equipment.statusId === null ? [statusId] : [statusId, equipment.statusId],
        ),
      ),
    )
  const nameOf = (id: number | null) => names.find((one) => one.id === id)?.name ?? null
  const { updated } = await setStatus(scope, [equipment.id], statusId)
  const details: Effect['details'] = { from: nameOf(equipment.statusId), to: nameOf(statusId) }
  return updated > 0
    ? { outcome: 'done', details }
    : { outcome: 'skipped', code: 'alreadySo', details }
}

export const updateMetadata: Executor<'updateMetadata'> = async (acting, { fieldId, change }) => {
  const {
    scope,
    performedLog: { equipment, log },
  } = acting
  if (equipment === null) return { outcome: 'skipped', code: 'noEquipment' }
  const [field] = await scope.db
    .select()
    .from(metadataField)
    .where(and(eq(metadataField.companyId, scope.actor.companyId), eq(metadataField.id, fieldId)))
  if (!field) throw notThere('metadata field')
  const value =
    change.do === 'remove'
      ? null
      : change.do === 'fromInterval'
        ? dayOf(
            wallOf(
              wallAt(
                addAmount(log.doneAt.toISOString(), change, scope.actor.timezone),
                scope.actor.timezone,
              ),
            ),
          )
        : await answered(acting, field, change.questionId)
  if (value === null && change.do === 'fromAnswer' && change.whenEmpty === 'ignore')
    return { outcome: 'skipped', code: 'emptyAnswer', details: { field: field.name } }
  const changed = await setMetadata(scope, equipment.id, fieldId, value)
  const details = {
    field: field.name,
    value: value === null ? null : Array.isArray(value) ? value.join(', ') : String(value),
  }
  return changed ? { outcome: 'done', details } : { outcome: 'skipped', code: 'alreadySo', details }
}

async function answered(
  { scope: { db, actor }, performedLog: { log } }: Acting,
  field: typeof metadataField.$inferSelect,
  questionId: number,
): Promise<MetadataValue | null> {
  // As it was asked: the log keeps its own copy of the questions.
  const question = log.questions.find(({ id }) => id === questionId)
  const given = log.answers.find((answer) => answer.questionId === questionId)
  if (!question) return null
  const [person] =
    given?.kind === 'user'
      ? await db
          .select()
          .from(user)
          .where(and(eq(user.companyId, actor.companyId), eq(user.id, given.userId)))
      : []
  return valueFromAnswer(field, question, given, () =>
    person ? `${person.firstName} ${person.lastName}` : null,
  )
}
