/** One set of handlers for every small noun: list, create, update, remove with the guard "still in use". */
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { JournalEntity } from '#contract/journal'
import type { Reference } from '#contract/references'
import { conflict, notThere, stale } from '../../kernel/errors.ts'
import { count, orderOf, qualified, searchIn } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'
import { referenceGone } from '../review/index.ts'

/** The columns every noun's table has. */
type NounTable = PgTable & { companyId: AnyPgColumn; id: AnyPgColumn; name: AnyPgColumn; version: AnyPgColumn; updatedAt: AnyPgColumn }
type NounRow = { id: number; name: string; version: number } & Record<string, unknown>
/** What the contract shows; `X` are the noun's own columns. */
type Shown<X> = { id: number; name: string; version: number; usedBy: number } & X
export interface ListQuestion { limit: number; offset: number; search?: string | undefined; sort?: 'name' | '-name' | 'usedBy' | '-usedBy' | undefined }

export interface Noun {
  table: NounTable
  entity: JournalEntity & Reference['kind']
  /** How many things use a row now, as SQL over the noun's table. */
  usedBy: SQL<number>
  /** Its own columns beside the name. */
  extra: readonly string[]
}

async function listNoun<X>({ table, usedBy }: Noun, { db, actor }: Scope, question: ListQuestion): Promise<{ count: number; rows: Shown<X>[] }> {
  const where = and(eq(table.companyId, actor.companyId), searchIn(sql`lower(${table.name})`, question.search))
  const [total] = await db.select({ count }).from(table).where(where)
  const rows = await db.select({ row: sql<NounRow>`to_jsonb(${table})`, usedBy: qualified(usedBy) }).from(table).where(where)
    .orderBy(...orderOf(question.sort, { name: table.name, usedBy }, table.id, [asc(table.name)])).limit(question.limit).offset(question.offset)
  return { count: total?.count ?? 0, rows: rows.map(({ row, usedBy: uses }) => shown<X>(row, uses)) }
}

async function oneNoun<X>({ table, usedBy, entity }: Noun, { db, actor }: Scope, id: number): Promise<Shown<X>> {
  const [found] = await db.select({ row: sql<NounRow>`to_jsonb(${table})`, usedBy: qualified(usedBy) }).from(table).where(and(eq(table.companyId, actor.companyId), eq(table.id, id)))
  if (!found) throw notThere(entity)
  return shown<X>(found.row, found.usedBy)
}

async function createNoun<X>(noun: Noun, scope: Scope, draft: { name: string }) {
  const [made] = await scope.db.insert(noun.table).values({ ...draft, companyId: scope.actor.companyId }).returning({ id: noun.table.id })
  const after = await oneNoun<X>(noun, scope, Number(made?.['id']))
  await scope.journal({ entity: noun.entity, id: after.id, name: after.name, before: null, after: said(noun, after) })
  return after
}

async function updateNoun<X>(noun: Noun, scope: Scope, id: number, { version, ...change }: { version: number }) {
  const before = await oneNoun<object>(noun, scope, id)
  if (before.version !== version) throw stale(version, before.version, before)
  const written = await scope.db.update(noun.table).set({ ...change, version: sql`${noun.table.version} + 1`, updatedAt: scope.clock.now() })
    .where(and(eq(noun.table.companyId, scope.actor.companyId), eq(noun.table.id, id), eq(noun.table.version, version))).returning({ id: noun.table.id })
  if (written.length === 0) throw stale(version, version + 1)
  const after = await oneNoun<X>(noun, scope, id)
  await scope.journal({ entity: noun.entity, id, name: after.name, before: said(noun, before), after: said(noun, after) })
  return after
}

/** Things that use it keep it alive (409). What only names it, an automation, goes under review with its last name. */
async function removeNoun(noun: Noun, scope: Scope, id: number): Promise<void> {
  const before = await oneNoun<object>(noun, scope, id)
  if (before.usedBy > 0) throw conflict(`“${before.name}” is still in use, so it stays.`, [{ path: '', code: 'inUse', message: String(before.usedBy) }])
  await scope.db.delete(noun.table).where(and(eq(noun.table.companyId, scope.actor.companyId), eq(noun.table.id, id)))
  await referenceGone(scope, { kind: noun.entity, id }, before.name)
  await scope.journal({ entity: noun.entity, id, name: before.name, before: said(noun, before), after: null })
}

const said = ({ extra }: Noun, row: object) => Object.fromEntries(['name', ...extra].map((key) => [key, Reflect.get(row, key)]))

/** `to_jsonb` speaks in column names; the contract in the field names made from them, and parses what it is given. */
function shown<X>(row: NounRow, usedBy: number): Shown<X> {
  const entries = Object.entries(row).map(([key, value]) => [key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value])
  return { ...Object.fromEntries(entries), usedBy } as Shown<X>
}

/** The four handlers of one noun. `X` are its own columns, as the contract has them. */
export function nounHandlers<X extends object>(noun: Noun) {
  return {
    list: (scope: Scope, { body }: { body: ListQuestion }) => listNoun<X>(noun, scope, body),
    create: (scope: Scope, { body }: { body: { name: string } }) => createNoun<X>(noun, scope, body),
    update: (scope: Scope, { params, body }: { params: { id: number }; body: { version: number } }) => updateNoun<X>(noun, scope, params.id, body),
    async remove(scope: Scope, { params }: { params: { id: number } }) {
      await removeNoun(noun, scope, params.id)
      return { deleted: true as const }
    },
    all: (scope: Scope) => listNoun<X>(noun, scope, { limit: 500, offset: 0, sort: 'name' }),
  }
}
