import type { JournalChange, JournalEntity } from '#contract/journal/journal.ts'
import { wordCell, type ExportCell } from '#kernel/data/exportSource.ts'

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

export function exportRows(entry: Exported): ExportCell[][] {
  const { at, entity, entityId, entityName, change, byKind, byName } = entry
  const head: ExportCell[] = [
    { at: +at },
    wordCell(entity, entity),
    entityId,
    entityName,
    wordCell(change, `change_${change}`),
    wordCell(byKind, `by_${byKind}`),
    byName,
  ]
  const changes = change === 'updated' ? entry.changes : []
  if (changes.length === 0) return [[...head, null, null, null, null]]
  return changes.map(({ field, part, before, after, isHidden }) => [
    ...head,
    wordCell(field, `field_${field}`),
    cellOf(part),
    isHidden === true ? null : cellOf(before),
    isHidden === true ? null : cellOf(after),
  ])
}

const cellOf = (value: unknown): ExportCell =>
  typeof value === 'number' || typeof value === 'boolean' ? value : textOf(value)

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
