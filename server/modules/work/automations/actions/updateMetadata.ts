import { eq, inArray } from 'drizzle-orm'
import { plainDigits } from '#contract/formatters.ts'
import type { Id } from '#contract/ids.ts'
import { addAmount, wallAt } from '#contract/recurrence/zone.ts'
import { dayOf, wallOf } from '#contract/recurrence/wall.ts'
import { intervalFits, questionFits, valueFromAnswer } from '#contract/rules/metadataAnswers.ts'
import { valueFault, type MetadataValue } from '#contract/rules/metadata.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { setMetadata, type MetadataSet } from '../../../site/equipment/index.ts'
import { checkSpan } from '../checkContext.ts'
import type { Acting, Effect, ServerAction, StepOf } from './kind.ts'

type Step = StepOf<'updateMetadata'>

export const updateMetadata: ServerAction<'updateMetadata'> = {
  async executeSet(steps) {
    const [first] = steps
    if (!first) return []
    const { scope } = first.acting
    const fields = await fieldsOf(
      scope,
      steps.map(({ action }) => action.fieldId),
    )
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
  },
  async check({ fieldId, change }, { scope, questions, path }) {
    const field = (await fieldsOf(scope, [fieldId])).get(fieldId)
    if (!field) throw refuseNotFound('metadataField', path)
    if (change.do === 'fromInterval') checkSpan(change, `${path}.change`)
    const question = change.do === 'fromAnswer' ? questions.get(change.questionId) : undefined
    const fits =
      change.do === 'remove' ||
      (change.do === 'fromInterval'
        ? intervalFits(field)
        : question !== undefined && questionFits(field, question))
    if (!fits)
      throw badInput(
        `${path}.change`,
        'doesNotFit',
        `This does not fit the data type of “${field.name}”.`,
      )
  },
  effect: 'changes',
  order: 'given',
  backTest: (logs) => logs.map(({ equipment }) => (equipment === null ? [] : [equipment.name])),
}

const textOf = (value: MetadataValue): string =>
  Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'number'
      ? plainDigits(value)
      : String(value)

type Field = typeof tables.metadataField.$inferSelect

async function fieldsOf(
  { db, actor }: Scope,
  ids: readonly Id<'metadataField'>[],
): Promise<ReadonlyMap<number, Field>> {
  const rows = await db
    .select()
    .from(tables.metadataField)
    .where(
      ofCompany(
        tables.metadataField,
        actor.companyId,
        eq(tables.metadataField.belongsTo, 'equipment'),
        inArray(tables.metadataField.id, [...new Set(ids)]),
      ),
    )
  return new Map(rows.map((row): [number, Field] => [row.id, row]))
}

async function wantedBy(
  { acting, action: { fieldId, change } }: Step,
  fields: ReadonlyMap<number, Field>,
): Promise<Effect | { set: MetadataSet }> {
  const {
    scope,
    performedLog: { equipment, at },
  } = acting
  if (equipment === null) return { outcome: 'skipped', code: 'noEquipment' }
  const field = fields.get(fieldId)
  if (!field) throw refuseNotFound('metadata field')
  const value =
    change.do === 'remove'
      ? null
      : change.do === 'fromInterval'
        ? dayOf(
            wallOf(
              wallAt(
                addAmount(at.toISOString(), change, scope.actor.timezone),
                scope.actor.timezone,
              ),
            ),
          )
        : await answered(acting, field, change.questionId)
  if (value === null && change.do === 'fromAnswer' && change.whenEmpty === 'ignore')
    return { outcome: 'skipped', code: 'emptyAnswer', details: { field: field.name } }
  // An invalid value would make the equipment impossible to save.
  if (value !== null && valueFault(field, value) !== null)
    return { outcome: 'skipped', code: 'doesNotFit', details: { field: field.name } }
  return { set: { scope, id: equipment.id, fieldId, value } }
}

async function answered(
  { scope: { db, actor }, performedLog: { log } }: Acting,
  field: typeof tables.metadataField.$inferSelect,
  questionId: number,
): Promise<MetadataValue | null> {
  const question = log?.questions.find(({ id }) => id === questionId)
  const given = log?.answers.find((answer) => answer.questionId === questionId)
  if (!question) return null
  const [person] =
    given?.kind === 'user'
      ? await db
          .select()
          .from(tables.user)
          .where(ofCompany(tables.user, actor.companyId, eq(tables.user.id, given.userId)))
      : []
  return valueFromAnswer(field, question, given, () =>
    person ? `${person.firstName} ${person.lastName}` : null,
  )
}
