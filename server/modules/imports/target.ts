/**
 * What an import needs of the kind of thing it fills.
 */
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
import { importedThings, type ImportJob } from '#contract/imports.ts'
import type { Tag } from '#contract/endpoint.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import type {
  beacon,
  Details,
  equipment,
  gateway,
  location,
  orgEntity,
  sensor,
} from '#db/schema/index.ts'
import { eachOf } from '#kernel/data/entityFields.ts'
import type { Scope } from '#kernel/access/scope.ts'
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
  /** What decides beside a row's key whether it is the same thing as another row's. */
  partOf?(scope: Scope): Promise<(read: ReadRow) => string>
  /**
   * Rows in an order that can be written: a parent before what lies inside it. Adds faults where
   * none can.
   */
  order(scope: Scope, rows: ReadRow[]): Promise<ReadRow[]>
  /** What would become of each; reads only. */
  plan(scope: Scope, rows: readonly ReadRow[]): Promise<Planned[]>
  /**
   * Makes it so, as a form would. Rows that fail or are unchanged are passed over. Tells what it
   * wrote, in an order in which the last may be taken back first.
   */
  write(scope: Scope, planned: readonly Planned[]): Promise<Written[]>
  /** The right that making one by hand takes. */
  editor: PermissionGroup
  /** Screens that show them. */
  tags: readonly Tag[]
  undo: Undo
}

/** What is kept of a written row, so that it can be taken back. */
export interface Written {
  id: number
  name: string
  /** Of a changed one: what it had in what was changed. */
  before: object | null
}

export interface Undo {
  table:
    | typeof equipment
    | typeof location
    | typeof orgEntity
    | typeof gateway
    | typeof beacon
    | typeof sensor
  /** Which of these hold something that was not there when they were made. */
  held(scope: Scope, ids: readonly number[]): Promise<ReadonlySet<number>>
  /** What is told of these; where nothing is said, `inUse`. */
  heldFor?: ImportJob['undoFaults'][number]['reason']
  /** All of these or none: one that is refused refuses the others with it. */
  remove(scope: Scope, ids: readonly number[]): Promise<void>
  /** So here; none is named twice. */
  restore(scope: Scope, changed: readonly Changed[]): Promise<void>
}

/** A thing that the import changed. */
interface Changed {
  id: number
  version: number
  /** What it had in what was changed. */
  before: object
}

/** Of a change, what the row had in its place. */
export const beforeOf = (row: object, change: object): object =>
  Object.fromEntries(Object.keys(change).map((key) => [key, Reflect.get(row, key)]))

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
const byName = new Set<string>(
  Object.values(importedThings).flatMap((fields: EntityFields) =>
    keysOf(fields).filter((key) => ['one', 'many'].includes(fields[key]?.kind ?? '')),
  ),
)
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

/** What a stored thing has in each field that a file may speak of, as a file would say it. */
export const storedText = <F extends EntityFields>(
  fields: F,
  row: Record<PlainKey<F>, unknown> & { details: Details },
  special: Record<SpecialKey<F, ImportedKey<F>>, string>,
): Record<string, string> => ({
  ...eachOf<F, ImportedKey<F>, string>(
    fields,
    importedKeys(fields),
    Object.fromEntries(plainKeys(fields).map((key) => [key, textOf(row[key])])) as Record<
      PlainKey<F>,
      string
    >, // exactly these keys
    special,
  ),
  ...textOfFacts(row.details),
})
const textOf = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** The same of what a row says; `named` are those of its cells that speak of something by name. */
export const givenText = (read: ReadRow, named: ReadRow['values']): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries({ ...read.values, ...named }).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value]],
    ),
  ),
  ...textOfFacts(read.details),
})
const textOfFacts = (facts: Details) =>
  Object.fromEntries(facts.map(({ key, value }) => [key, value]))

/** What a row says as a form would send it: plain fields as they are, the others by `special`. */
export function givenBy<F extends EntityFields, D extends { details?: Details | undefined }>(
  fields: F,
  read: ReadRow,
  special: Record<SpecialKey<F, ImportedKey<F>>, (said: string) => Partial<D>>,
  old: { details: Details } | undefined,
): Partial<D> {
  const given: Record<string, unknown> = {}
  for (const key of importedKeys(fields)) {
    const value = read.values[key]
    if (value === undefined) continue
    if (isPlain(fields, key)) given[key] = fields[key]?.kind === 'number' ? Number(value) : value
    else Object.assign(given, special[key as SpecialKey<F, ImportedKey<F>>](value)) // not plain
  }
  if (read.details.length > 0) given['details'] = mergeDetails(old?.details ?? [], read.details)
  return given as Partial<D> // the keys of the contract's draft, of which the registry has made it
}

function mergeDetails(old: Details, said: Details): Details {
  const merged = new Map([...old, ...said].map(({ key, value }) => [key, value]))
  return [...merged].map(([key, value]) => ({ key, value }))
}
