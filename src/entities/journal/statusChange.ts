import type { Id } from '#contract/ids.ts'
import type { JournalEntry } from '#contract/journal/journal.ts'
import { isReference } from '#contract/journal/references.ts'
import { asId } from '#lib/ids.ts'

interface StatusChange {
  before: Id<'equipmentStatus'> | null
  after: Id<'equipmentStatus'> | null
}

/** Returns the change if the entry changes only the status of equipment. */
export function statusChangeOf({ entity, change, changes }: JournalEntry): StatusChange | null {
  const [only, ...others] = changes
  if (entity !== 'equipment' || change !== 'updated' || others.length > 0) return null
  if (only?.field !== 'status' || only.isHidden === true) return null
  const [before, after] = [statusIn(only.before), statusIn(only.after)]
  return before === undefined || after === undefined ? null : { before, after }
}

/** Undefined if the value is not a status. */
function statusIn(value: unknown): Id<'equipmentStatus'> | null | undefined {
  if (value === null || value === undefined) return null
  return typeof value === 'object' && isReference(value) && value.kind === 'equipmentStatus'
    ? asId('equipmentStatus', value.id)
    : undefined
}
