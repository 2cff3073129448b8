import { asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { JournalEntity } from '#contract/journal/journal.ts'
import type { JournalKey } from '#contract/journal/journalKeys.ts'
import type { Reference } from '#contract/journal/references.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import type { Actor } from '#kernel/access/actor.ts'
import { badInput, conflict, notAllowed, refuseNotFound } from '#kernel/http/errors.ts'
import { toReferences, type Change, type Readable } from '#kernel/events/journal.ts'
import { count, folded, orderOf, qualified, searchIn } from '#kernel/data/listQueries.ts'
import type { From } from '#kernel/access/rights.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { updateVersioned } from '#kernel/data/updateVersioned.ts'
import { journalChange, type Journaled } from '#kernel/events/journalChange.ts'
import { referenceGone } from '../review/index.ts'
import {
  countNames,
  countOf,
  countDeletedUsers,
  listUses,
  move,
  moveInRules,
  type Use,
} from './uses.ts'

type ReferenceListTable = PgTable & {
  companyId: AnyPgColumn
  id: AnyPgColumn
  name: AnyPgColumn
  version: AnyPgColumn
  updatedAt: AnyPgColumn
}
type ReferenceItem = { id: number; name: string; version: number } & Record<string, unknown>
type ReferenceItemView<X> = {
  id: number
  name: string
  version: number
  usedBy: number
  namedBy: number
} & X
export interface ListQuestion {
  limit: number
  offset: number
  search?: string | undefined
  ids?: readonly number[] | undefined
  sort?: 'name' | '-name' | 'usedBy' | '-usedBy' | undefined
}

type ListedEntity = JournalEntity & Reference['kind']
export type ReferenceList = { [E in ListedEntity]: ListOf<E> }[ListedEntity]
interface ListOf<E extends ListedEntity> {
  table: ReferenceListTable
  entity: E
  uses: readonly Use[]
  extra: readonly JournalKey<E>[]
  lists?: Readonly<Partial<Record<JournalKey<E>, Reference['kind']>>>
  visible?(from: From): SQL
  /**
   * Types of this kind that the actor may choose. Null for all. Replacing a type may reveal or hide
   * equipment.
   */
  permitted?(actor: Actor): readonly number[] | null
  /**
   * Removes secrets from a row for responses, errors and the journal. If omitted, the whole row.
   */
  viewOf?(scope: Scope, row: Record<string, unknown>): Record<string, unknown>
  around?<T>(scope: Scope, id: number, work: () => Promise<T>): Promise<T>
  /** Validates what would be stored. Throws an API error. */
  check?(scope: Scope, whole: Record<string, unknown>): Promise<void> | void
  mayReplace?(before: object, by: object): void
}

const countsOf = ({ uses, table, entity }: ReferenceList) => ({
  usedBy: countOf(uses, table, true),
  namedBy: sql<number>`(${countOf(uses, table, false)} + ${countNames(entity, table)})`,
})

export async function listItems<X>(
  referenceList: ReferenceList,
  scope: Scope,
  question: ListQuestion,
): Promise<{ count: number; rows: ReferenceItemView<X>[] }> {
  const { db, actor, from } = scope
  const { table } = referenceList
  const { usedBy, namedBy } = countsOf(referenceList)
  const where = ofCompany(
    table,
    actor.companyId,
    referenceList.visible?.(from),
    searchIn(folded(table.name), question.search),
    question.ids && inArray(table.id, [...question.ids]),
  )
  const [total] = await db.select({ count }).from(table).where(where)
  const rows = await db
    .select({
      row: sql<ReferenceItem>`to_jsonb(${table})`,
      usedBy: qualified(usedBy),
      namedBy: qualified(namedBy),
    })
    .from(table)
    .where(where)
    .orderBy(
      ...orderOf(
        scope,
        question.sort,
        { name: table.name, usedBy: sql`(${usedBy} + ${namedBy})` },
        table.id,
        [byName(scope, table.name)],
      ),
    )
    .limit(question.limit)
    .offset(question.offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map(({ row, ...counts }) => viewOf<X>(referenceList, scope, row, counts)),
  }
}

export async function permittedTypes(
  referenceList: Pick<ReferenceList, 'table' | 'permitted'>,
  { db, actor }: Scope,
  { search, limit }: { search?: string | undefined; limit: number },
) {
  const { table } = referenceList
  const permitted = referenceList.permitted?.(actor) ?? null
  const where = ofCompany(
    table,
    actor.companyId,
    searchIn(folded(table.name), search),
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
    .orderBy(byName({ actor }, table.name), asc(table.id))
    .limit(limit)
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ id, name }) => ({ id, name })) }
}

async function oneItem<X>(
  referenceList: ReferenceList,
  scope: Scope,
  id: number,
): Promise<ReferenceItemView<X>> {
  const { db, actor, from } = scope
  const { table, entity } = referenceList
  const { usedBy, namedBy } = countsOf(referenceList)
  const [found] = await db
    .select({
      row: sql<ReferenceItem>`to_jsonb(${table})`,
      usedBy: qualified(usedBy),
      namedBy: qualified(namedBy),
    })
    .from(table)
    .where(ofCompany(table, actor.companyId, eq(table.id, id), referenceList.visible?.(from)))
  if (!found) throw refuseNotFound(entity)
  const { row, ...counts } = found
  return viewOf<X>(referenceList, scope, row, counts)
}

async function createItem<X>(referenceList: ReferenceList, scope: Scope, draft: { name: string }) {
  await referenceList.check?.(scope, draft)
  const [made] = await scope.db
    .insert(referenceList.table)
    .values({ ...draft, companyId: scope.actor.companyId })
    .returning({ id: referenceList.table.id })
  const after = await oneItem<X>(referenceList, scope, Number(made?.['id']))
  await journalChange(scope, journaledBy(referenceList), null, after)
  return after
}

const updateItem = <X>(
  referenceList: ReferenceList,
  scope: Scope,
  id: number,
  { version, ...change }: { version: number },
) =>
  updateVersioned(scope, referenceList.table, {
    id,
    version,
    read: () => oneItem<X>(referenceList, scope, id),
    async set(before) {
      await referenceList.check?.(scope, { ...before, ...change })
      return change
    },
    journal: journaledBy(referenceList),
  })

/**
 * Throws 409 if required uses exist. Optional uses are cleared, and rules that name it go under
 * review with its last name.
 */
export async function removeItem(
  referenceList: ReferenceList,
  scope: Scope,
  id: number,
): Promise<void> {
  const before = await oneItem<object>(referenceList, scope, id)
  if (before.usedBy > 0)
    throw conflict(`“${before.name}” is still in use, so it stays.`, [
      { path: '', code: 'inUse', message: String(before.usedBy) },
    ])
  if ((await countDeletedUsers(scope, referenceList.uses, id)) > 0)
    throw conflict(`Deleted things still carry “${before.name}”. Replace it by another instead.`, [
      { path: '', code: 'heldByDeleted', message: before.name },
    ])
  for (const use of referenceList.uses.filter(({ holds }) => !holds))
    await move(scope, use, before, null)
  await scope.db
    .delete(referenceList.table)
    .where(ofCompany(referenceList.table, scope.actor.companyId, eq(referenceList.table.id, id)))
  await referenceGone(scope, { kind: referenceList.entity, id }, before.name)
  await journalChange(scope, journaledBy(referenceList), before, null)
}

async function replaceItem(
  referenceList: ReferenceList,
  scope: Scope,
  id: number,
  byId: number,
): Promise<number> {
  if (id === byId) throw badInput('body.by', 'same', 'Nothing takes its own place.')
  const before = await oneItem<object>(referenceList, scope, id)
  const by = await oneItem<object>(referenceList, scope, byId).catch(() => {
    throw refuseNotFound(referenceList.entity, 'body.by')
  })
  referenceList.mayReplace?.(before, by)
  const permitted = referenceList.permitted?.(scope.actor) ?? null
  // Would reveal equipment of a hidden type, or hide visible equipment, so it requires both types.
  if (permitted?.includes(id) === false || permitted?.includes(byId) === false) {
    throw notAllowed('Only who may choose both types puts one in the place of the other.')
  }
  let replaced = 0
  for (const use of referenceList.uses) replaced += await move(scope, use, before, by)
  replaced += await moveInRules(scope, { kind: referenceList.entity, id }, before, by)
  await scope.db
    .delete(referenceList.table)
    .where(ofCompany(referenceList.table, scope.actor.companyId, eq(referenceList.table.id, id)))
  await scope.journal({
    entity: referenceList.entity,
    id,
    name: before.name,
    before: { ...journalFields(referenceList, before), replacedBy: null },
    after: { ...journalFields(referenceList, before), replacedBy: by.name },
  } as Change)
  return replaced
}

function journalFields({ extra, lists = {} }: ReferenceList, row: object): object {
  const facts: [string, unknown][] = ['name', ...extra].map((key) => [key, Reflect.get(row, key)])
  const listed = Object.entries(lists).map(([key, kind]): [string, unknown] => [
    key,
    toReferences(kind, [(Reflect.get(row, key) ?? []) as number | number[]].flat()),
  ])
  return Object.fromEntries([...facts, ...listed])
}

/** The fields match the list's kind, which the type system cannot express here. */
const journaledBy = (
  referenceList: ReferenceList,
): Journaled<{ id: number; name: string }, ListedEntity> => ({
  entity: referenceList.entity,
  nameOf: ({ name }) => name,
  fieldsOf: (row) => journalFields(referenceList, row) as Readable<ListedEntity>,
})

/**
 * `to_jsonb` uses column names. Converts them to the contract's field names and parses the values.
 */
function viewOf<X>(
  referenceList: ReferenceList,
  scope: Scope,
  row: ReferenceItem,
  counts: { usedBy: number; namedBy: number },
): ReferenceItemView<X> {
  const entries = Object.entries(row).map(([key, value]) => [
    key.replace(/_(\w)/g, (_, message: string) => message.toUpperCase()),
    value,
  ])
  const whole = Object.fromEntries(entries)
  return { ...(referenceList.viewOf?.(scope, whole) ?? whole), ...counts } as ReferenceItemView<X>
}

async function usesOf(
  referenceList: ReferenceList,
  scope: Scope,
  id: number,
  page: { limit: number; offset: number },
) {
  await oneItem<object>(referenceList, scope, id)
  return listUses(scope, referenceList.uses, { kind: referenceList.entity, id }, page)
}

export function referenceListHandlers<X extends object>(referenceList: ReferenceList) {
  const around: NonNullable<ReferenceList['around']> =
    referenceList.around ?? ((_scope, _id, work) => work())
  return {
    list: (scope: Scope, { body }: { body: ListQuestion }) =>
      listItems<X>(referenceList, scope, body),
    create: (scope: Scope, { body }: { body: { name: string } }) =>
      createItem<X>(referenceList, scope, body),
    update: (
      scope: Scope,
      { params, body }: { params: { id: number }; body: { version: number } },
    ) => around(scope, params.id, () => updateItem<X>(referenceList, scope, params.id, body)),
    async remove(scope: Scope, { params }: { params: { id: number } }) {
      await removeItem(referenceList, scope, params.id)
      return { deleted: true as const }
    },
    uses: (
      scope: Scope,
      { params, body }: { params: { id: number }; body: { limit: number; offset: number } },
    ) => usesOf(referenceList, scope, params.id, body),
    async replace(
      scope: Scope,
      { params, body }: { params: { id: number }; body: { by: number } },
    ) {
      return {
        replaced: await around(scope, params.id, () =>
          replaceItem(referenceList, scope, params.id, body.by),
        ),
      }
    },
    all: (scope: Scope) =>
      listItems<X>(referenceList, scope, { limit: 500, offset: 0, sort: 'name' }),
  }
}
