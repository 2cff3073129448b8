/**
 * The journal: changes of any entity, before and after, with the person or automation run behind
 * them.
 */
import { isDeepStrictEqual } from 'node:util'
import type { SQL } from 'drizzle-orm'
import type { JournalChange, JournalEntity } from '#contract/journal/journal.ts'
import type { JournalKey } from '#contract/journal/journalKeys.ts'
import type { Id } from '#contract/ids.ts'
import { isReference, type Reference } from '#contract/journal/references.ts'
import * as tables from '#db/schema/index.ts'
import type { Actor } from '#kernel/access/actor.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import { recordedNames } from '#kernel/data/entityNames.ts'
import { plannedOnce, type Db } from '#kernel/data/preparedStatements.ts'

/**
 * Field values as a person reads them. A referenced entity is a `Reference`, alone, in a list or
 * inside a clause. Its present name is stored with it, so that the history stays readable after it
 * is deleted.
 */
export type Readable<E extends JournalEntity> = Partial<Record<JournalKey<E>, unknown>>
interface ChangeOf<E extends JournalEntity> {
  entity: E
  id: number
  name: string
  before: Readable<E> | null
  after: Readable<E> | null
}
/** `before` is null on creation, `after` on deletion. */
export type Change = { [E in JournalEntity]: ChangeOf<E> }[JournalEntity]

/** Checks at compile time that spread values only have fields of the contract. */
export const readableAs =
  <E extends JournalEntity>(_entity: E) =>
  <T extends Readable<E>>(all: T & Record<Exclude<keyof T, JournalKey<E>>, never>): Readable<E> =>
    all

/**
 * A field with several named parts, each journaled by itself: metadata by field, facts by heading.
 */
export class Parts {
  /**
   * `onBoth`: only parts on both sides are compared; added and removed ones are journaled
   * elsewhere.
   */
  constructor(
    readonly all: readonly { of: string | (Reference & { name?: string }); value: unknown }[],
    readonly onBoth = false,
  ) {}
}
export const named = (
  kind: Reference['kind'],
  row: { id: number; name: string } | null | undefined,
) => (row ? { kind, id: row.id, name: row.name } : null)
export const toReferences = (kind: Reference['kind'], ids: readonly number[]): Reference[] =>
  ids.map((id) => ({ kind, id }))
export const toClauseChange = (clause: object, names: readonly Reference[]) => ({ clause, names })

/**
 * Real differences only, in the order of the newer side. The database returns JSON keys in its own
 * order.
 */
export function changesBetween(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): JournalChange[] {
  const fields = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])
  return [...fields].flatMap((field) => {
    const [then, now] = [before?.[field] ?? null, after?.[field] ?? null]
    if (then instanceof Parts || now instanceof Parts)
      return partsBetween(field, partsOf(then), partsOf(now))
    return isSame(then, now) ? [] : [{ field, before: then, after: now }]
  })
}

const none = new Parts([])
const partsOf = (value: unknown): Parts => (value instanceof Parts ? value : none)
const keyOf = (of: Parts['all'][number]['of']): string =>
  typeof of === 'string' ? of : `${of.kind}:${of.id}`

const byKey = ({ all }: Parts) => new Map(all.map((part) => [keyOf(part.of), part]))

function partsBetween(field: string, before: Parts, after: Parts): JournalChange[] {
  const [then, now] = [byKey(before), byKey(after)]
  return [...new Set([...now.keys(), ...then.keys()])].flatMap((key) => {
    if ((before.onBoth || after.onBoth) && !(then.has(key) && now.has(key))) return []
    const part = now.get(key) ?? then.get(key)
    const [old, fresh] = [then.get(key)?.value ?? null, now.get(key)?.value ?? null]
    return part === undefined || isSame(old, fresh)
      ? []
      : [{ field, part: part.of as NonNullable<JournalChange['part']>, before: old, after: fresh }]
  })
}

/** As the database returns it. */
const asWritten = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean'
/** An empty list equals null. */
const isNothing = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0)
const isSame = (one: unknown, other: unknown): boolean => {
  if (isPlain(one) && isPlain(other)) return one === other
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other)
  return isDeepStrictEqual(asWritten(one), asWritten(other))
}

/** A change with its actor, its time, and the version that it replaced. */
export interface AuthoredChange {
  change: Change
  actor: Actor
  at: Date
  isOverwriting: boolean
}

export async function writeJournal(
  db: Db,
  companyId: Id<'company'>,
  authored: readonly AuthoredChange[],
): Promise<void> {
  const statement = await journalStatement(db, companyId, authored)
  if (statement) await plannedOnce(db).execute(statement)
}

/** The statement for these changes, not sent yet. Undefined if no change differs. */
export async function journalStatement(
  db: Db,
  companyId: Id<'company'>,
  authored: readonly AuthoredChange[],
): Promise<SQL | undefined> {
  const entries = authored.flatMap((entry) => {
    const { before, after } = entry.change
    const changes = changesBetween(before, after)
    return before === null || after === null || changes.length > 0 ? [{ ...entry, changes }] : []
  })
  if (entries.length === 0) return undefined
  const unnamed: Reference[] = []
  for (const { changes } of entries)
    for (const { part, before, after } of changes) unnamed.push(...unnamedIn([part, before, after]))
  const names = await recordedNames(db, companyId, unnamed)
  return insertRows(
    tables.journalEntry,
    entries.map(({ change: { entity, id, name, before, after }, actor, at, ...entry }) => ({
      companyId,
      at,
      entity,
      entityId: id,
      entityName: name,
      change:
        before === null
          ? ('created' as const)
          : after === null
            ? ('deleted' as const)
            : ('updated' as const),
      byKind: actor.cause.kind,
      byId: actor.cause.id,
      byName: actor.cause.name,
      isOverwriting: entry.isOverwriting && before !== null,
      changes:
        unnamed.length === 0 ? entry.changes : (withNames(entry.changes, names) as JournalChange[]),
    })),
  )
}

function unnamedIn(value: unknown): Reference[] {
  if (Array.isArray(value)) return value.flatMap(unnamedIn)
  if (typeof value !== 'object' || value === null) return []
  if (isReference(value)) return 'name' in value ? [] : [value]
  return Object.values(value).flatMap(unnamedIn)
}

function withNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, names))
  if (typeof value !== 'object' || value === null) return value
  if (isReference(value)) return { name: names.get(`${value.kind}:${value.id}`) ?? '', ...value }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withNames(inner, names)]),
  )
}
