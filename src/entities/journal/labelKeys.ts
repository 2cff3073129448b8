import { filterKeys } from '#contract/filter.ts'
import type { JournalEntity } from '#contract/journal/journal.ts'

/** Translation keys of a field: first for this entity, then the shared key. */
export function labelKeys(entity: JournalEntity, field: string): string[] {
  const things = filterKeys.find((key) => key === field)
  return [
    `entities:field_${entity}_${field}`,
    ...(entity === 'rrule' ? [`schedules:field.${field}`] : []),
    ...(things === undefined || entity === 'user' ? [] : [`entities:${things}`]),
    `entities:field_${field}`,
  ]
}
