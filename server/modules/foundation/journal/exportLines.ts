/** An entry as CSV rows: one per changed field, one for a creation or deletion. */
import type { JournalChange, JournalEntity } from '#contract/journal/journal.ts'
import type { CsvCell } from '#contract/rules/csv.ts'

interface Exported {
  at: Date
  entity: JournalEntity
  entityId: number
  entityName: string
  change: string
  byKind: string
  byName: string
  changes: readonly JournalChange[]
}

export const exportHeading = [
  'at',
  'kind',
  'id',
  'name',
  'change',
  'byKind',
  'by',
  'field',
  'part',
  'before',
  'after',
]

export function exportLines(entry: Exported): CsvCell[][] {
  const { at, entity, entityId, entityName, change, byKind, byName } = entry
  const head = [at.toISOString(), entity, entityId, entityName, change, byKind, byName]
  const changes = change === 'updated' ? entry.changes : []
  if (changes.length === 0) return [[...head, '', '', '', '']]
  return changes.map(({ field, part, before, after, isHidden }) => [
    ...head,
    field,
    textOf(part),
    isHidden === true ? '' : textOf(before),
    isHidden === true ? '' : textOf(after),
  ])
}

/** A name if the value refers to a record. Other structured values stay JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join('; ')
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  return 'name' in value && typeof value.name === 'string' && 'kind' in value && 'id' in value
    ? value.name
    : JSON.stringify(value)
}
