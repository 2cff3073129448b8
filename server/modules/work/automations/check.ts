/** Validates a draft before it is stored: every reference exists and fits its use. */
import { eq, inArray, isNull } from 'drizzle-orm'
import type { AutomationDraft } from '#contract/automation/automation.ts'
import { isWatched, kindOfEvent } from '#contract/automation/events.ts'
import { filterKindsOf } from '#contract/automation/filters.ts'
import { kindOfAction, type AutomationAction } from '#contract/automation/actions.ts'
import { referencesOf, type NamingRule } from '#contract/automation/references.ts'
import type { Id } from '#contract/ids.ts'
import type { Reference } from '#contract/journal/references.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { namesOf } from '../../foundation/references/index.ts'
import { serverActionOf } from './actions.ts'
import { checkFilter } from './filters.ts'
import {
  checkDateField,
  checkStateOfType,
  type CheckContext,
  type Question,
} from './checkContext.ts'

export function checkValidity({ validFrom, validTo }: AutomationDraft, path: string): void {
  if (validFrom !== null && validTo !== null && validTo <= validFrom)
    throw badInput(`${path}.validTo`, 'reversed', 'The validity ends before it begins.')
}

/**
 * A filter on a missing reference would never match. References kept from `before` may stay even if
 * the user cannot see them.
 */
export async function checkDraft(
  scope: Scope,
  procedureId: Id<'procedure'> | null,
  draft: AutomationDraft,
  path: string,
  before?: NamingRule,
): Promise<void> {
  const keyOf = ({ kind, id }: Reference) => `${kind}:${id}`
  const known = new Set(before ? referencesOf(before).map(keyOf) : [])
  const wanted = referencesOf(draft)
  const found = new Set(
    [
      ...(await namesOf(
        scope,
        wanted.filter((one) => !known.has(keyOf(one))),
      )),
      ...(await namesOf(
        scope,
        wanted.filter((one) => known.has(keyOf(one))),
        'company',
      )),
    ].map(keyOf),
  )
  const lost = wanted.find((one) => !found.has(keyOf(one)))
  if (lost) throw refuseNotFound(lost.kind, path)
  const questions = procedureId === null ? new Map() : await questionsOf(scope, procedureId)
  checkEvent(draft, path)
  if (draft.event.kind === 'ticketInState')
    await checkStateOfType(scope, draft.event, `${path}.event`)
  if (draft.event.kind === 'dateComes') await checkDateField(scope, draft.event, `${path}.event`)
  for (const [index, filter] of draft.filters.entries())
    checkFilter(filter, { scope, questions, path: `${path}.filters.${index}` })
  for (const [index, action] of draft.actions.entries())
    await checkAction(action, { scope, questions, path: `${path}.actions.${index}` })
}

/** A filter or action that needs a procedure log would never match or do anything. */
function checkEvent({ event, filters, actions }: AutomationDraft, path: string): void {
  const [fault] = kindOfEvent(event).faults(event)
  if (fault !== undefined)
    throw badInput(`${path}.event`, 'required', `This event is not complete: ${fault}.`)
  const index = filters.findIndex(({ kind }) => !filterKindsOf(event.kind).includes(kind))
  if (index >= 0)
    throw badInput(
      `${path}.filters.${index}`,
      'wrongKind',
      'This condition needs a procedure that is done.',
    )
  const perFault = actions.findIndex((action) => action.kind === 'openTicket' && action.perFault)
  if (perFault >= 0 && event.kind !== 'procedureDone')
    throw badInput(`${path}.actions.${perFault}`, 'wrongKind', 'Only procedures have faults.')
  const byPerformer = actions.findIndex(
    (action) => action.kind === 'setAvailability' && action.who.by === 'performer',
  )
  if (byPerformer >= 0 && isWatched(event))
    throw badInput(
      `${path}.actions.${byPerformer}.who`,
      'wrongKind',
      'Nobody performs a procedure in this event.',
    )
}

async function checkAction(action: AutomationAction, context: CheckContext): Promise<void> {
  // As in the editor: an incomplete action would silently do nothing.
  const [fault] = kindOfAction(action).faults(action)
  if (fault !== undefined)
    throw badInput(context.path, 'required', `This action is not complete: ${fault}.`)
  await serverActionOf(action)?.check?.(action, context)
}

async function questionsOf(
  { db, actor }: Scope,
  procedureId: Id<'procedure'>,
): Promise<Map<number, Question>> {
  const rows = await db
    .select({ id: tables.surveyQuestion.id, kind: tables.surveyQuestion.kind })
    .from(tables.surveyQuestion)
    .where(
      ofCompany(
        tables.surveyQuestion,
        actor.companyId,
        eq(tables.surveyQuestion.procedureId, procedureId),
        isNull(tables.surveyQuestion.deletedAt),
      ),
    )
  const answers =
    rows.length === 0
      ? new Map<number, { id: number; title: string }[]>()
      : groupBy(
          await db
            .select({
              id: tables.surveyAnswer.id,
              title: tables.surveyAnswer.title,
              questionId: tables.surveyAnswer.questionId,
            })
            .from(tables.surveyAnswer)
            .where(
              ofCompany(
                tables.surveyAnswer,
                actor.companyId,
                inArray(
                  tables.surveyAnswer.questionId,
                  rows.map(({ id }) => id),
                ),
                isNull(tables.surveyAnswer.deletedAt),
              ),
            ),
          ({ questionId }): number => questionId,
        )
  return new Map(rows.map((row) => [row.id, { ...row, answers: answers.get(row.id) ?? [] }]))
}
