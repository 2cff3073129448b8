import {
  importedKeys,
  isPlain,
  keysOf,
  plainKeys,
  type EntityFields,
  type ImportedKey,
  type PlainKey,
  type SpecialKey,
} from '#contract/entityFields.ts'
import { importedThings, type ImportJob, type MadeKind } from '#contract/imports.ts'
import type { Tag } from '#contract/endpoint.ts'
import { withoutDirectionMarks } from '#contract/shapes.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import type * as tables from '#db/schema/index.ts'
import { mapFields } from '#kernel/data/entityFields.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { ReadRow } from './readRow.ts'

export interface FieldChange {
  field: string
  before: string
  after: string
  /** `field` is the name of a fact or metadata field, which may equal a field's name. */
  isFact?: true
}

export interface Planned {
  read: ReadRow
  action: 'create' | 'update' | 'unchanged' | 'fail'
  changes: FieldChange[]
  /** It is stored, and waits for a user's explanation. */
  isSetAside?: true
  /** Open tickets that a person could no longer see or handle. */
  lostTickets?: number
}

export interface Target {
  /** Returns a function that identifies a record further, in addition to the row's key. */
  partOf?(scope: Scope): Promise<(read: ReadRow) => string>
  /** Sorts rows so that they can be written: parents before children. Adds errors if impossible. */
  order(scope: Scope, rows: ReadRow[]): Promise<ReadRow[]>
  /** Decides the action for each row without writing. */
  plan(scope: Scope, rows: readonly ReadRow[]): Promise<Planned[]>
  /**
   * Writes the rows as a form would. Skips failed and unchanged ones. Returns what it wrote; undo
   * runs in reverse order.
   */
  write(scope: Scope, planned: readonly Planned[], by: WrittenBy): Promise<Written[]>
  editor: PermissionGroup
  tags: readonly Tag[]
  undo: Undo
}

export interface WrittenBy {
  kernel: Kernel
  made(kind: MadeKind, row: { id: number; name: string }): void
}

export interface Written {
  id: number
  name: string
  /** The former values of changed fields. Null for a created row. */
  before: object | null
}

export interface Undo {
  table:
    | typeof tables.equipment
    | typeof tables.location
    | typeof tables.stock
    | typeof tables.user
    | typeof tables.rrule
    | typeof tables.ticket
    | typeof tables.orgEntity
    | typeof tables.gateway
    | typeof tables.beacon
    | typeof tables.sensor
    | typeof tables.tag
    | typeof tables.equipmentType
    | typeof tables.equipmentStatus
    | typeof tables.locationType
    | typeof tables.procedureType
    | typeof tables.procedure
    | typeof tables.fellowType
    | typeof tables.inventoryItem
    | typeof tables.meterReading
  /** Ids of records in use since they were created. */
  held(scope: Scope, ids: readonly number[]): Promise<ReadonlySet<number>>
  /** Reason reported for records in use; `inUse` if omitted. */
  heldFor?: ImportJob['undoFaults'][number]['reason']
  /** Deletes all or none: throws if one deletion is refused. */
  remove(scope: Scope, ids: readonly number[]): Promise<void>
  /** Restores former values. Ids must be distinct. */
  restore(scope: Scope, changed: readonly Changed[], kernel: Kernel): Promise<void>
}

interface Changed {
  id: number
  version: number
  before: object
}

/** The row's current values of the fields in `change`. */
export const currentValues = (row: object, change: object): object =>
  Object.fromEntries(Object.keys(change).map((key) => [key, Reflect.get(row, key)]))

export function changedFields(
  stored: Readonly<Record<string, string>> | undefined,
  said: Readonly<Record<string, string>>,
): FieldChange[] {
  return Object.entries(said)
    .filter(([field, value]) => !same(field, stored?.[field] ?? '', value))
    .map(([field, after]) => {
      const before = stored?.[field] ?? ''
      return field.startsWith(FACT)
        ? { field: field.replace(FACT, ''), before, after, isFact: true }
        : { field, before, after }
    })
}
const FACT = 'fact:'
export const factsByName = (facts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [FACT + name, value]))

/** References are matched case-insensitively, so a difference in case does not count. */
const byName = new Set<string>([
  'owner',
  'mapRoom',
  ...Object.values(importedThings).flatMap((fields: EntityFields) =>
    keysOf(fields).filter((key) => ['one', 'many'].includes(fields[key]?.kind ?? '')),
  ),
])
const same = (field: string, stored: string, said: string) => {
  const [a, b] = [normaliseCell(stored), normaliseCell(said)]
  return a === b || (byName.has(field) && a.toLowerCase() === b.toLowerCase())
}
export const normaliseCell = (text: string): string =>
  withoutDirectionMarks(text).replaceAll('\r\n', '\n').trim()

/** The default type applies only to new records. */
export function takeDefaultType(read: ReadRow): void {
  read.values['type'] ??= read.defaultType
}

export const actionOf = (
  read: ReadRow,
  exists: boolean,
  changes: readonly FieldChange[],
): Planned['action'] =>
  read.faults.length > 0 ? 'fail' : !exists ? 'create' : changes.length > 0 ? 'update' : 'unchanged'

export const storedText = <F extends EntityFields>(
  fields: F,
  row: Record<PlainKey<F>, unknown> & { details: tables.Details },
  special: Record<SpecialKey<F, ImportedKey<F>>, string>,
): Record<string, string> => ({
  ...mapFields<F, ImportedKey<F>, string>(
    fields,
    importedKeys(fields),
    Object.fromEntries(plainKeys(fields).map((key) => [key, textOf(row[key])])) as Record<
      PlainKey<F>,
      string
    >,
    special,
  ),
  ...factsByName(textOfFacts(row.details)),
})
const textOf = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const givenTexts = (read: ReadRow, named: ReadRow['values']): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries({ ...read.values, ...named }).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value]],
    ),
  ),
  ...factsByName(textOfFacts(read.details)),
})
const textOfFacts = (facts: tables.Details) => {
  const texts = new Map<string, string>()
  for (const { key, value } of facts) {
    const before = texts.get(key)
    texts.set(key, before === undefined ? value : `${before}; ${value}`)
  }
  return Object.fromEntries(texts)
}

/** Maps a row to a draft: plain fields as they are, others by `special`. */
export function toDraft<F extends EntityFields, D extends { details?: tables.Details | undefined }>(
  fields: F,
  read: ReadRow,
  special: Record<SpecialKey<F, ImportedKey<F>>, (said: string) => Partial<D>>,
  old: { details: tables.Details } | undefined,
): Partial<D> {
  const given: Record<string, unknown> = {}
  for (const key of importedKeys(fields)) {
    const value = read.values[key]
    if (value === undefined) continue
    if (isPlain(fields, key)) given[key] = fields[key]?.kind === 'number' ? Number(value) : value
    else Object.assign(given, special[key as SpecialKey<F, ImportedKey<F>>](value))
  }
  if (read.details.length > 0) given['details'] = mergeDetails(old?.details ?? [], read.details)
  return given as Partial<D>
}

function mergeDetails(old: tables.Details, said: tables.Details): tables.Details {
  const joined = textOfFacts(old)
  const changed = said.filter(
    ({ key, value }) => normaliseCell(joined[key] ?? '') !== normaliseCell(value),
  )
  const merged = new Map(changed.map(({ key, value }) => [key, value]))
  const names = new Set(merged.keys())
  // the first fact of a name keeps its position
  const kept = old.flatMap(({ key, value }) => {
    if (!names.has(key)) return [{ key, value }]
    const now = merged.get(key)
    merged.delete(key)
    return now === undefined ? [] : [{ key, value: now }]
  })
  return [...kept, ...[...merged].map(([key, value]) => ({ key, value }))]
}
