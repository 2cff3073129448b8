/**
 * What an import needs of the kind of thing it fills. Two of them exist: equipment and locations.
 */
import { Parts, type Readable } from '../../kernel/journal.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { ReadRow } from './readRow.ts'

export interface FieldChange {
  field: string
  before: string
  after: string
}

/** A row held against what is there. */
export interface Planned {
  read: ReadRow
  action: 'create' | 'update' | 'unchanged' | 'fail'
  changes: FieldChange[]
}

export interface Target {
  /**
   * Rows in an order that can be written: a parent before what lies inside it. Adds faults where
   * none can.
   */
  order(scope: Scope, rows: ReadRow[]): Promise<ReadRow[]>
  /** What would become of each; reads only. */
  plan(scope: Scope, rows: readonly ReadRow[]): Promise<Planned[]>
  /** Makes it so, and writes the journal. Rows that fail or are unchanged are passed over. */
  write(scope: Scope, planned: readonly Planned[]): Promise<void>
}

/**
 * Said fields against stored ones, both as a person reads them. What the row does not say is left
 * as it is.
 */
export function changesOf(
  stored: Readonly<Record<string, string>> | undefined,
  said: Readonly<Record<string, string>>,
): FieldChange[] {
  return Object.entries(said)
    .filter(([field, value]) => !same(field, stored?.[field] ?? '', value))
    .map(([field, after]) => ({ field, before: stored?.[field] ?? '', after }))
}

/** Names of other things are found whatever their case, so another case is no change. */
const byName = new Set(['type', 'status', 'location', 'parent', 'tags'])
const same = (field: string, a: string, b: string) =>
  a === b || (byName.has(field) && a.toLowerCase() === b.toLowerCase())

/** The default type is for things that are new; one that is there keeps the type it has. */
export function takeDefaultType(read: ReadRow): void {
  read.values['type'] ??= read.defaultType
}

export const actionOf = (
  read: ReadRow,
  exists: boolean,
  changes: readonly FieldChange[],
): Planned['action'] =>
  read.faults.length > 0 ? 'fail' : !exists ? 'create' : changes.length > 0 ? 'update' : 'unchanged'

/**
 * One side of a row's changes as the journal tells them: a file holds text, and what is no field of
 * ours is a free fact.
 */
export function readableOf({ read, changes }: Planned, side: 'before' | 'after'): Readable {
  const own = changes.filter(({ field }) => field in read.values)
  const facts = changes.filter(({ field }) => !(field in read.values))
  return {
    ...Object.fromEntries(own.map((change) => [change.field, valueOf(change.field, change[side])])),
    details: new Parts(facts.map((change) => ({ of: change.field, value: change[side] || null }))),
  }
}

function valueOf(field: string, text: string): unknown {
  if (text === '') return null
  if (field === 'isStatic') return text === 'true'
  if (field === 'latitude' || field === 'longitude') return Number(text)
  return field === 'tags' ? text.split('; ') : text
}
