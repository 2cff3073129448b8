/** The sentence being written: what stands in each blank, and how it becomes an automation. Pure. */
import type { Automation, AutomationDraft } from '#contract/automation'
import type { AutomationFilter } from '#contract/automation/filters'
import { filterKeys, type FilterKey } from '#contract/filter'
import type { ReferenceKind } from '#contract/references'
import { kindOfFilterKey } from '../../../entities/automations/names.ts'
import { asId } from '../../../lib/ids.ts'

type ScoreFilter = Extract<AutomationFilter, { kind: 'score' }>
export type ScoreBlank = Pick<ScoreFilter, 'operator' | 'value' | 'to'>
export type ObjectsBlank = { [K in FilterKey]?: number[] | undefined }
export interface TicketBlank { ticketTypeId: number | null; title: string; assigneeId: number | null }

export interface SentenceDraft {
  /** Null: a new one. */
  id: number | null
  procedureId: number | null
  name: string
  objects: ObjectsBlank
  /** Null: any score. */
  score: ScoreBlank | null
  /** Filters beyond the sentence's two blanks, kept as they are. */
  others: AutomationFilter[]
  tickets: TicketBlank[]
  isActive: boolean
  validFrom: string | null
  validTo: string | null
}

export const newTicket = (): TicketBlank => ({ ticketTypeId: null, title: '', assigneeId: null })

export const newSentence = (procedureId: number | null): SentenceDraft => ({
  id: null, procedureId, name: '', objects: {}, score: { operator: 'lessThan', value: 60 }, others: [], tickets: [newTicket()], isActive: true, validFrom: null, validTo: null,
})

export function sentenceOf(automation: Automation): SentenceDraft {
  const score = automation.filters.find((filter) => filter.kind === 'score')
  const objects = automation.filters.find((filter) => filter.kind === 'objects')
  return {
    id: automation.id, procedureId: automation.procedure.id, name: automation.name ?? '',
    objects: Object.fromEntries(filterKeys.flatMap((key) => (objects?.filter[key] === undefined ? [] : [[key, [...objects.filter[key]]]]))),
    score: score === undefined ? null : { operator: score.operator, value: score.value, ...(score.to === undefined ? {} : { to: score.to }) },
    others: automation.filters.filter((filter) => filter !== score && filter !== objects),
    tickets: automation.actions.map(({ ticketTypeId, title, assigneeId }) => ({ ticketTypeId, title: title ?? '', assigneeId })),
    // Saving takes an automation out of review, and whoever saves it wants it to run unless they say otherwise.
    isActive: automation.isActive || automation.needsReview, validFrom: automation.validFrom, validTo: automation.validTo,
  }
}

/** As the server takes it. Only for a draft without faults. */
export function toAutomation(draft: SentenceDraft): AutomationDraft {
  const objects = filterKeys.filter((key) => (draft.objects[key]?.length ?? 0) > 0)
  const filters = [
    // Ids typed in pickers get their brands here; the server checks each against the company.
    ...(objects.length === 0 ? [] : [{ kind: 'objects', filter: Object.fromEntries(objects.map((key) => [key, draft.objects[key]])) } as AutomationFilter]),
    ...(draft.score === null ? [] : [{ kind: 'score' as const, ...draft.score }]), ...draft.others,
  ]
  return {
    id: draft.id === null ? null : asId('automation', draft.id), name: draft.name.trim() === '' ? null : draft.name.trim(), event: { kind: 'procedureDone' }, filters,
    actions: draft.tickets.map(({ ticketTypeId, title, assigneeId }) => ({
      kind: 'openTicket', ticketTypeId: asId('ticketType', ticketTypeId ?? 0), title: title.trim() === '' ? null : title.trim(),
      assigneeId: assigneeId === null ? null : asId('user', assigneeId),
    })),
    isActive: draft.isActive, validFrom: draft.validFrom, validTo: draft.validTo,
  }
}

/** One that is saved along unchanged: the whole list travels with every save. */
export function asDraft({ id, name, event, filters, actions, isActive, validFrom, validTo }: Automation): AutomationDraft {
  return { id, name, event, filters, actions, isActive, validFrom, validTo }
}

export type SentenceFault = 'procedureMissing' | 'ticketTypeMissing' | 'rangeReversed' | 'validityReversed' | 'missingNamed'

/** What keeps the sentence from being saved. `missing`: things that were named and are gone. */
export function sentenceFaults(draft: SentenceDraft, missing: readonly MissingThing[] = []): SentenceFault[] {
  const faults: SentenceFault[] = []
  if (draft.procedureId === null) faults.push('procedureMissing')
  if (draft.tickets.some(({ ticketTypeId }) => ticketTypeId === null)) faults.push('ticketTypeMissing')
  if (draft.score?.operator === 'range' && (draft.score.to ?? 0) < draft.score.value) faults.push('rangeReversed')
  if (draft.validFrom !== null && draft.validTo !== null && draft.validTo <= draft.validFrom) faults.push('validityReversed')
  if (stillNamed(draft, missing).length > 0) faults.push('missingNamed')
  return faults
}

export interface MissingThing { kind: ReferenceKind; id: number; name: string }

/** Which of the missing things the sentence still names. */
export function stillNamed(draft: SentenceDraft, missing: readonly MissingThing[]): MissingThing[] {
  return missing.filter(({ kind, id }) => {
    if (kind === 'ticketType') return draft.tickets.some((ticket) => ticket.ticketTypeId === id)
    if (kind === 'user') return draft.tickets.some((ticket) => ticket.assigneeId === id)
    return filterKeys.some((key) => kindOfFilterKey[key] === kind && draft.objects[key]?.includes(id) === true)
  })
}

/** Puts another thing in the place of one that is gone; null takes it out. */
export function replaceThing(draft: SentenceDraft, { kind, id }: Pick<MissingThing, 'kind' | 'id'>, by: number | null): SentenceDraft {
  const tickets = draft.tickets.map((ticket) => ({
    ...ticket, ticketTypeId: kind === 'ticketType' && ticket.ticketTypeId === id ? by : ticket.ticketTypeId,
    assigneeId: kind === 'user' && ticket.assigneeId === id ? by : ticket.assigneeId,
  }))
  const objects: ObjectsBlank = { ...draft.objects }
  for (const key of filterKeys) {
    const ids = objects[key]
    if (kindOfFilterKey[key] !== kind || ids?.includes(id) !== true) continue
    objects[key] = [...new Set(ids.flatMap((one) => (one !== id ? [one] : by === null ? [] : [by])))]
  }
  return { ...draft, tickets, objects }
}

/** Would leaving it out make the rule apply more widely than it was written? */
export function widensWithout(draft: SentenceDraft, { kind, id }: Pick<MissingThing, 'kind' | 'id'>): boolean {
  return filterKeys.some((key) => kindOfFilterKey[key] === kind && draft.objects[key]?.length === 1 && draft.objects[key]?.[0] === id)
}
