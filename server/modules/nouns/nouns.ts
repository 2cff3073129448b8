/** One set of handlers for every noun an administrator keeps: list, create, update, remove with its guard, where used, replace. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { JournalEntity } from '#contract/journal'
import type { Reference } from '#contract/references'
import { badInput, conflict, notThere, stale } from '../../kernel/errors.ts'
import { count, orderOf, qualified, searchIn } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'
import { referenceGone } from '../review/index.ts'
import { countOf, heldByGone, listUses, move, moveInRules, type Use } from './uses.ts'

/** The columns every noun's table has. */
type NounTable = PgTable & { companyId: AnyPgColumn; id: AnyPgColumn; name: AnyPgColumn; version: AnyPgColumn; updatedAt: AnyPgColumn }
type NounRow = { id: number; name: string; version: number } & Record<string, unknown>
/** What the contract shows; `X` are the noun's own columns. */
type Shown<X> = { id: number; name: string; version: number; usedBy: number } & X
export interface ListQuestion { limit: number; offset: number; search?: string | undefined; sort?: 'name' | '-name' | 'usedBy' | '-usedBy' | undefined }

export interface Noun {
  table: NounTable
  entity: JournalEntity & Reference['kind']
  uses: readonly Use[]
  /** Its own columns beside the name that the journal tells. */
  extra: readonly string[]
  /** Its own rules over what would be kept. Throws a refusal. */
  check?(scope: Scope, whole: Record<string, unknown>): Promise<void> | void
}

const usedByOf = ({ uses, table }: Noun) => countOf(uses, table)

async function listNoun<X>(noun: Noun, { db, actor }: Scope, question: ListQuestion): Promise<{ count: number; rows: Shown<X>[] }> {
  const { table } = noun
  const usedBy = usedByOf(noun)
  const where = and(eq(table.companyId, actor.companyId), searchIn(sql`lower(${table.name})`, question.search))
  const [total] = await db.select({ count }).from(table).where(where)
  const rows = await db.select({ row: sql<NounRow>`to_jsonb(${table})`, usedBy: qualified(usedBy) }).from(table).where(where)
    .orderBy(...orderOf(question.sort, { name: table.name, usedBy }, table.id, [asc(table.name)])).limit(question.limit).offset(question.offset)
  return { count: total?.count ?? 0, rows: rows.map(({ row, usedBy: uses }) => shown<X>(row, uses)) }
}

export async function oneNoun<X>(noun: Noun, { db, actor }: Scope, id: number): Promise<Shown<X>> {
  const { table, entity } = noun
  const [found] = await db.select({ row: sql<NounRow>`to_jsonb(${table})`, usedBy: qualified(usedByOf(noun)) }).from(table).where(and(eq(table.companyId, actor.companyId), eq(table.id, id)))
  if (!found) throw notThere(entity)
  return shown<X>(found.row, found.usedBy)
}

async function createNoun<X>(noun: Noun, scope: Scope, draft: { name: string }) {
  await noun.check?.(scope, draft)
  const [made] = await scope.db.insert(noun.table).values({ ...draft, companyId: scope.actor.companyId }).returning({ id: noun.table.id })
  const after = await oneNoun<X>(noun, scope, Number(made?.['id']))
  await scope.journal({ entity: noun.entity, id: after.id, name: after.name, before: null, after: said(noun, after) })
  return after
}

async function updateNoun<X>(noun: Noun, scope: Scope, id: number, { version, ...change }: { version: number }) {
  const before = await oneNoun<object>(noun, scope, id)
  if (before.version !== version) throw stale(version, before.version, before)
  await noun.check?.(scope, { ...before, ...change })
  const written = await scope.db.update(noun.table).set({ ...change, version: sql`${noun.table.version} + 1`, updatedAt: scope.clock.now() })
    .where(and(eq(noun.table.companyId, scope.actor.companyId), eq(noun.table.id, id), eq(noun.table.version, version))).returning({ id: noun.table.id })
  if (written.length === 0) throw stale(version, version + 1)
  const after = await oneNoun<X>(noun, scope, id)
  await scope.journal({ entity: noun.entity, id, name: after.name, before: said(noun, before), after: said(noun, after) })
  return after
}

/** What holds it keeps it (409). What may be without it loses it; a rule that names it goes under review with its last name. */
async function removeNoun(noun: Noun, scope: Scope, id: number): Promise<void> {
  const before = await oneNoun<object>(noun, scope, id)
  if (before.usedBy > 0) throw conflict(`“${before.name}” is still in use, so it stays.`, [{ path: '', code: 'inUse', message: String(before.usedBy) }])
  if (await heldByGone(scope, noun.uses, id) > 0) throw conflict(`Deleted things still carry “${before.name}”. Replace it by another instead.`, [{ path: '', code: 'heldByDeleted', message: before.name }])
  for (const use of noun.uses.filter(({ holds }) => !holds)) await move(scope, use, before, null)
  await scope.db.delete(noun.table).where(and(eq(noun.table.companyId, scope.actor.companyId), eq(noun.table.id, id)))
  await referenceGone(scope, { kind: noun.entity, id }, before.name)
  await scope.journal({ entity: noun.entity, id, name: before.name, before: said(noun, before), after: null })
}

/** Another of its kind takes its place everywhere, rules and deleted things included; then it goes. */
async function replaceNoun(noun: Noun, scope: Scope, id: number, byId: number): Promise<number> {
  if (id === byId) throw badInput('body.by', 'same', 'Nothing takes its own place.')
  const before = await oneNoun<object>(noun, scope, id)
  const by = await oneNoun<object>(noun, scope, byId).catch(() => { throw notThere(noun.entity, 'body.by') })
  let replaced = 0
  for (const use of noun.uses) replaced += await move(scope, use, before, by)
  replaced += await moveInRules(scope, { kind: noun.entity, id }, before, by)
  await scope.db.delete(noun.table).where(and(eq(noun.table.companyId, scope.actor.companyId), eq(noun.table.id, id)))
  await scope.journal({ entity: noun.entity, id, name: before.name, before: { ...said(noun, before), replacedBy: null }, after: { ...said(noun, before), replacedBy: by.name } })
  return replaced
}

const said = ({ extra }: Noun, row: object) => Object.fromEntries(['name', ...extra].map((key) => [key, Reflect.get(row, key)]))

/** `to_jsonb` speaks in column names; the contract in the field names made from them, and parses what it is given. */
function shown<X>(row: NounRow, usedBy: number): Shown<X> {
  const entries = Object.entries(row).map(([key, value]) => [key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value])
  return { ...Object.fromEntries(entries), usedBy } as Shown<X>
}

async function usesOf(noun: Noun, scope: Scope, id: number, page: { limit: number; offset: number }) {
  await oneNoun<object>(noun, scope, id)
  return listUses(scope, noun.uses, { kind: noun.entity, id }, page)
}

/** The handlers of one noun. `X` are its own columns, as the contract has them. */
export function nounHandlers<X extends object>(noun: Noun) {
  return {
    list: (scope: Scope, { body }: { body: ListQuestion }) => listNoun<X>(noun, scope, body),
    create: (scope: Scope, { body }: { body: { name: string } }) => createNoun<X>(noun, scope, body),
    update: (scope: Scope, { params, body }: { params: { id: number }; body: { version: number } }) => updateNoun<X>(noun, scope, params.id, body),
    async remove(scope: Scope, { params }: { params: { id: number } }) {
      await removeNoun(noun, scope, params.id)
      return { deleted: true as const }
    },
    uses: (scope: Scope, { params, body }: { params: { id: number }; body: { limit: number; offset: number } }) => usesOf(noun, scope, params.id, body),
    async replace(scope: Scope, { params, body }: { params: { id: number }; body: { by: number } }) {
      return { replaced: await replaceNoun(noun, scope, params.id, body.by) }
    },
    all: (scope: Scope) => listNoun<X>(noun, scope, { limit: 500, offset: 0, sort: 'name' }),
  }
}
