import { and, eq, inArray } from 'drizzle-orm'
import type { ActionKind } from '#contract/automation/actions.ts'
import { plainDigits } from '#contract/formatters.ts'
import type { Id } from '#contract/ids.ts'
import { addAmount, wallAt } from '#contract/recurrence/zone.ts'
import { dayOf, wallOf } from '#contract/recurrence/wall.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { valueFromAnswer } from '#contract/rules/metadataAnswers.ts'
import { valueFault, type MetadataValue } from '#contract/rules/metadata.ts'
import { equipmentStatus, metadataField, user } from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { fellowsBelow } from '../../fellows/index.ts'
import { setMetadata, setStatus, type MetadataSet } from '../../equipment/index.ts'
import type { Acting, Effect, SetExecutor } from './executor.ts'

type StepOf<K extends ActionKind> = Parameters<SetExecutor<K>>[0][number]

export const changeStatuses: SetExecutor<'changeStatus'> = async (steps) => {
  const [first] = steps
  if (!first) return []
  const { scope } = first.acting
  const on = steps.flatMap(({ acting, action }) =>
    acting.performedLog.equipment === null
      ? []
      : [{ scope: acting.scope, thing: acting.performedLog.equipment, to: action.statusId }],
  )
  if (on.length > 1)
    await refuseFellows(
      scope,
      on.map(({ thing }) => thing.id),
    )
  const nameOf = await statusNames(
    scope,
    on.flatMap(({ thing, to }) => [to, ...(thing.statusId === null ? [] : [thing.statusId])]),
  )
  const changed = new Set<number>()
  for (const [to, alike] of groupBy(on, (each) => each.to)) {
    const scopeOf = new Map(alike.map((each): [number, Scope] => [each.thing.id, each.scope]))
    const ids = alike.map(({ thing }) => thing.id)
    const set = await setStatus(scope, ids, to, { writer: (id) => scopeOf.get(id) ?? scope })
    for (const { equipmentIds } of set.before) for (const id of equipmentIds) changed.add(id)
  }
  return steps.map(({ acting: { performedLog }, action }): Effect => {
    const { equipment } = performedLog
    if (equipment === null) return { outcome: 'skipped', code: 'noEquipment' }
    const details = { from: nameOf(equipment.statusId), to: nameOf(action.statusId) }
    return changed.has(equipment.id)
      ? { outcome: 'done', details }
      : { outcome: 'skipped', code: 'alreadySo', details }
  })
}

/**
 * An action on a fellow and its owner must run one after the other, because the fellow follows its
 * owner.
 */
async function refuseFellows({ db, actor }: Scope, ids: readonly number[]): Promise<void> {
  if (new Set(ids).size < ids.length) throw new Error('One equipment is named twice')
  const below = await fellowsBelow(db, actor.companyId, ids)
  if (below.length > 0) throw new Error('Fellows go along with some of them')
}

async function statusNames({ db, actor }: Scope, ids: readonly Id<'equipmentStatus'>[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: equipmentStatus.id, name: equipmentStatus.name })
          .from(equipmentStatus)
          .where(
            and(
              eq(equipmentStatus.companyId, actor.companyId),
              inArray(equipmentStatus.id, [...new Set(ids)]),
            ),
          )
  return (id: number | null) => rows.find((one) => one.id === id)?.name ?? null
}

const textOf = (value: MetadataValue): string =>
  Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'number'
      ? plainDigits(value)
      : String(value)

export const updateMetadataOfAll: SetExecutor<'updateMetadata'> = async (steps) => {
  const [first] = steps
  if (!first) return []
  const { scope } = first.acting
  const fields = await fieldsOf(scope, steps)
  const wanted = await Promise.all(steps.map((step) => wantedBy(step, fields)))
  const changed = await setMetadata(
    scope,
    wanted.flatMap((each) => ('set' in each ? [each.set] : [])),
  )
  return wanted.map((each): Effect => {
    if (!('set' in each)) return each
    const { id, fieldId, value } = each.set
    const details = {
      field: fields.get(fieldId)?.name ?? '',
      value: value === null ? null : textOf(value),
    }
    return changed.has(id)
      ? { outcome: 'done', details }
      : { outcome: 'skipped', code: 'alreadySo', details }
  })
}

type Field = typeof metadataField.$inferSelect

async function fieldsOf(
  { db, actor }: Scope,
  steps: readonly StepOf<'updateMetadata'>[],
): Promise<ReadonlyMap<number, Field>> {
  const ids = [...new Set(steps.map(({ action }) => action.fieldId))]
  const rows = await db
    .select()
    .from(metadataField)
    .where(and(eq(metadataField.companyId, actor.companyId), inArray(metadataField.id, ids)))
  return new Map(rows.map((row): [number, Field] => [row.id, row]))
}

async function wantedBy(
  { acting, action: { fieldId, change } }: StepOf<'updateMetadata'>,
  fields: ReadonlyMap<number, Field>,
): Promise<Effect | { set: MetadataSet }> {
  const {
    scope,
    performedLog: { equipment, log },
  } = acting
  if (equipment === null) return { outcome: 'skipped', code: 'noEquipment' }
  const field = fields.get(fieldId)
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
  // Storing it would make the equipment impossible to save.
  if (value !== null && valueFault(field, value) !== null)
    return { outcome: 'skipped', code: 'doesNotFit', details: { field: field.name } }
  return { set: { scope, id: equipment.id, fieldId, value } }
}

async function answered(
  { scope: { db, actor }, performedLog: { log } }: Acting,
  field: typeof metadataField.$inferSelect,
  questionId: number,
): Promise<MetadataValue | null> {
  // From the log's own copy of the questions.
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
