/** A sentence draft with possibly empty blanks, and its conversion to an automation. Pure. */
import type { Automation, AutomationDraft } from '#contract/automation/automation.ts'
import {
  kindOfAction,
  type AutomationAction,
  type BlankAction,
} from '#contract/automation/actions.ts'
import type { BlankFault } from '#contract/automation/blank.ts'
import {
  freshEvent,
  kindOfEvent,
  PROCEDURE_DONE,
  type AutomationEvent,
  type BlankEvent,
  type EventKind,
} from '#contract/automation/events.ts'
import {
  filterKindsOf,
  freshFilter,
  kindOfFilter,
  type AutomationFilter,
  type BlankFilter,
} from '#contract/automation/filters.ts'
import { referencesOf } from '#contract/automation/references.ts'
import { replaceInRule } from '#contract/automation/replace.ts'
import { filterKeys } from '#contract/filter.ts'
import type { ReferenceKind } from '#contract/journal/references.ts'
import { asId } from '#lib/ids.ts'

export interface SentenceDraft {
  id: number | null
  event: BlankEvent
  procedureId: number | null
  name: string
  filters: BlankFilter[]
  actions: BlankAction[]
  isActive: boolean
  validFrom: string | null
  validTo: string | null
}

export const newSentence = (
  procedureId: number | null,
  filters: BlankFilter[],
  actions: BlankAction[],
  event: BlankEvent = PROCEDURE_DONE,
): SentenceDraft => ({
  id: null,
  event,
  procedureId: event.kind === 'procedureDone' ? procedureId : null,
  name: '',
  filters,
  actions,
  isActive: true,
  validFrom: null,
  validTo: null,
})

export function sentenceOf(automation: Automation): SentenceDraft {
  return {
    id: automation.id,
    event: automation.event as BlankEvent,
    procedureId: automation.procedure?.id ?? null,
    name: automation.name ?? '',
    filters: automation.filters as BlankFilter[],
    actions: automation.actions as BlankAction[],
    // Saving ends the review, and the author usually wants the automation active.
    isActive: automation.isActive || automation.needsReview,
    validFrom: automation.validFrom,
    validTo: automation.validTo,
  }
}

/** False for an object filter without lists. */
const asks = (filter: BlankFilter): boolean =>
  filter.kind !== 'objects' || filterKeys.some((key) => (filter.filter[key]?.length ?? 0) > 0)

function tidy(filter: BlankFilter): BlankFilter {
  return filter.kind === 'objects'
    ? {
        ...filter,
        filter: Object.fromEntries(
          Object.entries(filter.filter).filter(([, ids]) => (ids?.length ?? 0) > 0),
        ),
      }
    : filter
}

/** Converts a draft without faults to a rule. The server validates each id. */
export function toAutomation(draft: SentenceDraft): AutomationDraft {
  return {
    id: draft.id === null ? null : asId('automation', draft.id),
    name: draft.name.trim() === '' ? null : draft.name.trim(),
    event: draft.event as AutomationEvent,
    filters: draft.filters.filter(asks).map(tidy) as AutomationFilter[],
    actions: draft.actions as AutomationAction[],
    isActive: draft.isActive,
    validFrom: draft.validFrom,
    validTo: draft.validTo,
  }
}

/** Another automation, sent unchanged, because every save sends the whole list. */
export function asDraft({
  id,
  name,
  event,
  filters,
  actions,
  isActive,
  validFrom,
  validTo,
}: Automation): AutomationDraft {
  return { id, name, event, filters, actions, isActive, validFrom, validTo }
}

export interface MissingThing {
  kind: ReferenceKind
  id: number
  name: string
}

export function sentenceFaults(
  draft: SentenceDraft,
  missing: readonly MissingThing[] = [],
): BlankFault[] {
  const faults: BlankFault[] = [
    ...(draft.event.kind === 'procedureDone' && draft.procedureId === null
      ? ['procedureMissing' as const]
      : []),
    ...kindOfEvent(draft.event).faults(draft.event),
    ...draft.filters.flatMap((filter) => kindOfFilter(filter).faults(filter)),
    ...draft.actions.flatMap((action) => kindOfAction(action).faults(action)),
    ...(draft.actions.length === 0 ? ['actionMissing' as const] : []),
    ...(draft.actions.filter(({ kind }) => kind === 'changeStatus').length > 1
      ? ['secondStatus' as const]
      : []),
    ...(draft.validFrom !== null && draft.validTo !== null && draft.validTo <= draft.validFrom
      ? ['validityReversed' as const]
      : []),
    ...(missingStillNamed(draft, missing).length > 0 ? ['missingNamed' as const] : []),
  ]
  return [...new Set(faults)]
}

export function missingStillNamed(
  draft: SentenceDraft,
  missing: readonly MissingThing[],
): MissingThing[] {
  const named = new Set(referencesOf(draft).map(({ kind, id }) => `${kind}:${id}`))
  return missing.filter(
    ({ kind, id }, index) =>
      named.has(`${kind}:${id}`) &&
      missing.findIndex((other) => other.kind === kind && other.id === id) === index,
  )
}

/** Replaces a deleted object; null removes it. */
export function replaceThing(
  draft: SentenceDraft,
  { kind, id }: Pick<MissingThing, 'kind' | 'id'>,
  by: number | null,
): SentenceDraft {
  return { ...draft, ...replaceInRule(draft, { kind, from: id, to: by }) }
}

/** Begins with another event. What needs a procedure that is done leaves the sentence. */
export function withEvent(draft: SentenceDraft, kind: EventKind): SentenceDraft {
  if (kind === draft.event.kind) return draft
  const event = freshEvent(kind)
  if (kind === 'procedureDone') return { ...draft, event }
  const kept = ofProcedure(draft, null)
  const kinds = filterKindsOf(kind)
  return {
    ...kept,
    event,
    filters: kept.filters.filter((filter) => kinds.includes(filter.kind)),
    actions: kept.actions.map((action) =>
      action.kind === 'setAvailability' && action.who.by !== 'user'
        ? { ...action, who: { by: 'user', userId: null } }
        : (action.kind === 'openTicket' || action.kind === 'assignTicket') &&
            action.assign?.by === 'question'
          ? { ...action, assign: null }
          : action,
    ),
  }
}

/**
 * Changes the procedure. References to the former procedure's questions and answers are cleared.
 */
export function ofProcedure(draft: SentenceDraft, procedureId: number | null): SentenceDraft {
  if (procedureId === draft.procedureId) return draft
  const emptied = referencesOf(draft)
    .filter(({ kind }) => kind === 'surveyQuestion' || kind === 'surveyAnswer')
    .reduce((rest, named) => replaceThing(rest, named, null), draft)
  return {
    ...emptied,
    procedureId,
    // The comparison depends on the question's kind, so it is cleared too.
    filters: emptied.filters.map((filter) =>
      filter.kind === 'answer' ? freshFilter('answer') : filter,
    ),
  }
}
