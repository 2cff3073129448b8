import { filterKeys } from '#contract/filter.ts'
import type { JournalEntity } from '#contract/journal/journal.ts'

/** Where a field's word may stand, first its own on this kind of thing, then the one all share. */
export function labelKeys(entity: JournalEntity, field: string): string[] {
  const things = filterKeys.find((key) => key === field)
  return [
    `entities:field_${entity}_${field}`,
    ...(entity === 'rrule' ? [`schedules:field.${field}`] : []),
    ...(things === undefined || entity === 'user' ? [] : [`entities:${things}`]),
    `entities:field_${field}`,
  ]
}
