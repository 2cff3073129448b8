/** What changed on any entity, before and after, by whom or by which automation run. */
import { isDeepStrictEqual } from 'node:util'
import type { SQL } from 'drizzle-orm'
import type { JournalChange, JournalEntity } from '#contract/journal'
import type { JournalKey } from '#contract/journalKeys'
import type { Id } from '#contract/ids'
import { isReference, type Reference } from '#contract/references'
import { journalEntry } from '../db/schema/index.ts'
import type { Actor } from './actor.ts'
import { insertRows } from './insertRows.ts'
import { namesThen } from './names.ts'
import { plannedOnce, type Db } from './plannedOnce.ts'

/**
 * What a person would read, by field. Where a value is another thing it is a `Reference`, alone, in
 * a list or inside a clause: what it is called at this moment is written beside it, so that the
 * history stays readable when the thing is gone.
 */
export type Readable<E extends JournalEntity> = Partial<Record<JournalKey<E>, unknown>>
interface ChangeOf<E extends JournalEntity> {
  entity: E
  id: number
  name: string
  before: Readable<E> | null
  after: Readable<E> | null
}
/** Null before: created; null after: deleted. */
export type Change = { [E in JournalEntity]: ChangeOf<E> }[JournalEntity]

/** What is told where it is spread together from others: no field that is not named in the contract. */
export const readableAs =
  <E extends JournalEntity>(_entity: E) =>
  <T extends Readable<E>>(all: T & Record<Exclude<keyof T, JournalKey<E>>, never>): Readable<E> =>
    all

/**
 * A field that keeps several values side by side, each told by itself: metadata by its field, facts
 * by their heading.
 */
export class Parts {
  /** `onBoth`: a part that comes or goes is told elsewhere. */
  constructor(
    readonly all: readonly { of: string | (Reference & { name?: string }); value: unknown }[],
    readonly onBoth = false,
  ) {}
}
/** A thing that is named by the row at hand. */
export const named = (
  kind: Reference['kind'],
  row: { id: number; name: string } | null | undefined,
) => (row ? { kind, id: row.id, name: row.name } : null)
/** Things that are known by their numbers; what they are called is looked up when it is written. */
export const refersTo = (kind: Reference['kind'], ids: readonly number[]): Reference[] =>
  ids.map((id) => ({ kind, id }))
/** A clause of a rule, with what it refers to. */
export const clauseOf = (clause: object, names: readonly Reference[]) => ({ clause, names })

/**
 * Only what differs by meaning, in the order of the newer side: a database gives the keys of JSON
 * back in an order of its own.
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
      : [{ field, part: part.of as NonNullable<JournalChange['part']>, before: old, after: fresh }] // named below
  })
}

/** As the database would give it back; an empty list is nothing. */
const asWritten = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 0 ? null : JSON.parse(JSON.stringify(value ?? null))
const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(asWritten(one), asWritten(other))

/** A change with its author: whom it names as the cause, when, and over what it was written. */
export interface AuthoredChange {
  change: Change
  actor: Actor
  at: Date
  isOverwriting: boolean
}

/** Writes the changes that are changes, of one company, in one statement. */
export async function writeJournal(
  db: Db,
  companyId: Id<'company'>,
  authored: readonly AuthoredChange[],
): Promise<void> {
  const statement = await journalStatement(db, companyId, authored)
  if (statement) await plannedOnce(db).execute(statement)
}

/**
 * The statement that writes them, not sent yet; undefined where there is nothing to write, as an
 * update that altered nothing leaves no entry.
 */
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
  const names = await namesThen(db, companyId, unnamed)
  return insertRows(
    journalEntry,
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
      // the same shape
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
