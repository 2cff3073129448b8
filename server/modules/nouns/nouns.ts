/**
 * One set of handlers for every noun an administrator keeps: list, create, update, remove with its
 * guard, where used, replace.
 */
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { JournalEntity } from '#contract/journal'
import type { JournalKey } from '#contract/journalKeys'
import type { Reference } from '#contract/references'
import type { Actor } from '../../kernel/actor.ts'
import { badInput, conflict, notAllowed, notThere, stale } from '../../kernel/errors.ts'
import { refersTo, type Change } from '../../kernel/journal.ts'
import { count, orderOf, qualified, searchIn } from '../../kernel/lists.ts'
import type { From } from '../../kernel/rights.ts'
import type { Scope } from '../../kernel/scope.ts'
import { referenceGone } from '../review/index.ts'
import { countNames, countOf, heldByGone, listUses, move, moveInRules, type Use } from './uses.ts'

/** The columns every noun's table has. */
type NounTable = PgTable & {
  companyId: AnyPgColumn
  id: AnyPgColumn
  name: AnyPgColumn
  version: AnyPgColumn
  updatedAt: AnyPgColumn
}
type NounRow = { id: number; name: string; version: number } & Record<string, unknown>
/** What the contract shows; `X` are the noun's own columns. */
type Shown<X> = { id: number; name: string; version: number; usedBy: number; namedBy: number } & X
export interface ListQuestion {
  limit: number
  offset: number
  search?: string | undefined
  ids?: readonly number[] | undefined
  sort?: 'name' | '-name' | 'usedBy' | '-usedBy' | undefined
}

type NounEntity = JournalEntity & Reference['kind']
/** Each kind of noun with what the journal may tell of it. */
export type Noun = { [E in NounEntity]: NounOf<E> }[NounEntity]
interface NounOf<E extends NounEntity> {
  table: NounTable
  entity: E
  uses: readonly Use[]
  /** Its own columns beside the name that the journal tells. */
  extra: readonly JournalKey<E>[]
  /** Those of its columns that list other things. */
  lists?: Readonly<Partial<Record<JournalKey<E>, Reference['kind']>>>
  /** Which of its rows one may read, where not every member may. */
  visible?(from: From): SQL
  /**
   * The types of this kind that the actor may choose; null: all. Replacing one moves things in or
   * out of sight.
   */
  permitted?(actor: Actor): readonly number[] | null
  /**
   * A row as it may leave the server, in an answer, a refusal or the journal; whole where nothing
   * is said.
   */
  shown?(scope: Scope, row: Record<string, unknown>): Record<string, unknown>
  /** What else is to be done where a row changes, or gives way to another. */
  around?<T>(scope: Scope, id: number, work: () => Promise<T>): Promise<T>
  /** Its own rules over what would be kept. Throws a refusal. */
  check?(scope: Scope, whole: Record<string, unknown>): Promise<void> | void
}

/** What every list of nouns says beside its rows: how much carries each, and how much names it. */
const countsOf = ({ uses, table, entity }: Noun) => ({
  usedBy: countOf(uses, table),
  namedBy: countNames(entity, table),
})

async function listNoun<X>(
  noun: Noun,
  scope: Scope,
  question: ListQuestion,
): Promise<{ count: number; rows: Shown<X>[] }> {
  const { db, actor, from } = scope
  const { table } = noun
  const { usedBy, namedBy } = countsOf(noun)
  const where = and(
    eq(table.companyId, actor.companyId),
    noun.visible?.(from),
    searchIn(sql`lower(${table.name})`, question.search),
    question.ids && inArray(table.id, [...question.ids]),
  )
  const [total] = await db.select({ count }).from(table).where(where)
  const rows = await db
    .select({
      row: sql<NounRow>`to_jsonb(${table})`,
      usedBy: qualified(usedBy),
      namedBy: qualified(namedBy),
    })
    .from(table)
    .where(where)
    .orderBy(
      ...orderOf(
        question.sort,
        { name: table.name, usedBy: sql`(${usedBy} + ${namedBy})` },
        table.id,
        [asc(table.name)],
      ),
    )
    .limit(question.limit)
    .offset(question.offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map(({ row, ...counts }) => shown<X>(noun, scope, row, counts)),
  }
}

/** The types of a kind that the actor may choose, by name. */
export async function permittedTypes(
  noun: Pick<Noun, 'table' | 'permitted'>,
  { db, actor }: Scope,
  { search, limit }: { search?: string | undefined; limit: number },
) {
  const { table } = noun
  const permitted = noun.permitted?.(actor) ?? null
  const where = and(
    eq(table.companyId, actor.companyId),
    searchIn(sql`lower(${table.name})`, search),
    permitted === null ? undefined : inArray(table.id, [...permitted]),
  )
  const rows = await db
    .select({
      id: sql<number>`${table.id}`,
      name: sql<string>`${table.name}`,
      count: sql<number>`count(*) over ()::int`,
    })
    .from(table)
    .where(where)
    .orderBy(asc(table.name), asc(table.id))
    .limit(limit)
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ id, name }) => ({ id, name })) }
}

async function oneNoun<X>(noun: Noun, scope: Scope, id: number): Promise<Shown<X>> {
  const { db, actor, from } = scope
  const { table, entity } = noun
  const { usedBy, namedBy } = countsOf(noun)
  const [found] = await db
    .select({
      row: sql<NounRow>`to_jsonb(${table})`,
      usedBy: qualified(usedBy),
      namedBy: qualified(namedBy),
    })
    .from(table)
    .where(and(eq(table.companyId, actor.companyId), eq(table.id, id), noun.visible?.(from)))
  if (!found) throw notThere(entity)
  const { row, ...counts } = found
  return shown<X>(noun, scope, row, counts)
}

async function createNoun<X>(noun: Noun, scope: Scope, draft: { name: string }) {
  await noun.check?.(scope, draft)
  const [made] = await scope.db
    .insert(noun.table)
    .values({ ...draft, companyId: scope.actor.companyId })
    .returning({ id: noun.table.id })
  const after = await oneNoun<X>(noun, scope, Number(made?.['id']))
  await tell(scope, noun, {
    id: after.id,
    name: after.name,
    before: null,
    after: said(noun, after),
  })
  return after
}

async function updateNoun<X>(
  noun: Noun,
  scope: Scope,
  id: number,
  { version, ...change }: { version: number },
) {
  const before = await oneNoun<object>(noun, scope, id)
  if (before.version !== version) throw stale(version, before.version, before)
  await noun.check?.(scope, { ...before, ...change })
  const written = await scope.db
    .update(noun.table)
    .set({ ...change, version: sql`${noun.table.version} + 1`, updatedAt: scope.clock.now() })
    .where(
      and(
        eq(noun.table.companyId, scope.actor.companyId),
        eq(noun.table.id, id),
        eq(noun.table.version, version),
      ),
    )
    .returning({ id: noun.table.id })
  if (written.length === 0) throw stale(version, version + 1)
  const after = await oneNoun<X>(noun, scope, id)
  await tell(scope, noun, {
    id,
    name: after.name,
    before: said(noun, before),
    after: said(noun, after),
  })
  return after
}

/**
 * What holds it keeps it (409). What may be without it loses it; a rule that names it goes under
 * review with its last name.
 */
async function removeNoun(noun: Noun, scope: Scope, id: number): Promise<void> {
  const before = await oneNoun<object>(noun, scope, id)
  if (before.usedBy > 0)
    throw conflict(`“${before.name}” is still in use, so it stays.`, [
      { path: '', code: 'inUse', message: String(before.usedBy) },
    ])
  if ((await heldByGone(scope, noun.uses, id)) > 0)
    throw conflict(`Deleted things still carry “${before.name}”. Replace it by another instead.`, [
      { path: '', code: 'heldByDeleted', message: before.name },
    ])
  for (const use of noun.uses.filter(({ holds }) => !holds)) await move(scope, use, before, null)
  await scope.db
    .delete(noun.table)
    .where(and(eq(noun.table.companyId, scope.actor.companyId), eq(noun.table.id, id)))
  await referenceGone(scope, { kind: noun.entity, id }, before.name)
  await tell(scope, noun, {
    id,
    name: before.name,
    before: said(noun, before),
    after: null,
  })
}

/**
 * Another of its kind takes its place everywhere, rules and deleted things included; then it goes.
 */
async function replaceNoun(noun: Noun, scope: Scope, id: number, byId: number): Promise<number> {
  if (id === byId) throw badInput('body.by', 'same', 'Nothing takes its own place.')
  const before = await oneNoun<object>(noun, scope, id)
  const by = await oneNoun<object>(noun, scope, byId).catch(() => {
    throw notThere(noun.entity, 'body.by')
  })
  const permitted = noun.permitted?.(scope.actor) ?? null
  // Things of a hidden type would come into sight, visible ones would leave it: neither is this
  // person's to do.
  if (permitted?.includes(id) === false || permitted?.includes(byId) === false) {
    throw notAllowed('Only who may choose both types puts one in the place of the other.')
  }
  let replaced = 0
  for (const use of noun.uses) replaced += await move(scope, use, before, by)
  replaced += await moveInRules(scope, { kind: noun.entity, id }, before, by)
  await scope.db
    .delete(noun.table)
    .where(and(eq(noun.table.companyId, scope.actor.companyId), eq(noun.table.id, id)))
  await tell(scope, noun, {
    id,
    name: before.name,
    before: { ...said(noun, before), replacedBy: null },
    after: { ...said(noun, before), replacedBy: by.name },
  })
  return replaced
}

/** What the journal is told of one: its name, and what `extra` and `lists` of its kind name. */
function said({ extra, lists = {} }: Noun, row: object): object {
  const facts: [string, unknown][] = ['name', ...extra].map((key) => [key, Reflect.get(row, key)])
  const listed = Object.entries(lists).map(([key, kind]): [string, unknown] => [
    key,
    refersTo(kind, Reflect.get(row, key) as number[]), // a column of ids
  ])
  return Object.fromEntries([...facts, ...listed])
}

/** Before and after are made of what its kind of noun names, which the kind at hand cannot show. */
const tell = (
  scope: Scope,
  { entity }: Noun,
  change: { id: number; name: string; before: object | null; after: object | null },
) => scope.journal({ entity, ...change } as Change)

/**
 * `to_jsonb` speaks in column names; the contract in the field names made from them, and parses
 * what it is given.
 */
function shown<X>(
  noun: Noun,
  scope: Scope,
  row: NounRow,
  counts: { usedBy: number; namedBy: number },
): Shown<X> {
  const entries = Object.entries(row).map(([key, value]) => [
    key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  const whole = Object.fromEntries(entries)
  return { ...(noun.shown?.(scope, whole) ?? whole), ...counts } as Shown<X>
}

async function usesOf(
  noun: Noun,
  scope: Scope,
  id: number,
  page: { limit: number; offset: number },
) {
  await oneNoun<object>(noun, scope, id)
  return listUses(scope, noun.uses, { kind: noun.entity, id }, page)
}

/** The handlers of one noun. `X` are its own columns, as the contract has them. */
export function nounHandlers<X extends object>(noun: Noun) {
  const around: NonNullable<Noun['around']> = noun.around ?? ((_scope, _id, work) => work())
  return {
    list: (scope: Scope, { body }: { body: ListQuestion }) => listNoun<X>(noun, scope, body),
    create: (scope: Scope, { body }: { body: { name: string } }) =>
      createNoun<X>(noun, scope, body),
    update: (
      scope: Scope,
      { params, body }: { params: { id: number }; body: { version: number } },
    ) => around(scope, params.id, () => updateNoun<X>(noun, scope, params.id, body)),
    async remove(scope: Scope, { params }: { params: { id: number } }) {
      await removeNoun(noun, scope, params.id)
      return { deleted: true as const }
    },
    uses: (
      scope: Scope,
      { params, body }: { params: { id: number }; body: { limit: number; offset: number } },
    ) => usesOf(noun, scope, params.id, body),
    async replace(
      scope: Scope,
      { params, body }: { params: { id: number }; body: { by: number } },
    ) {
      return {
        replaced: await around(scope, params.id, () =>
          replaceNoun(noun, scope, params.id, body.by),
        ),
      }
    },
    all: (scope: Scope) => listNoun<X>(noun, scope, { limit: 500, offset: 0, sort: 'name' }),
  }
}
