/**
 * Declares every table that belongs to a company. Adds company, id, version and timestamps, uses
 * (company_id, id) as the key, and registers the table so that tenancy.ts forces row-level
 * security.
 */
import { sql } from 'drizzle-orm'
import {
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  timestamp,
  type AnyPgColumn,
  type PgColumnBuilderBase,
  type PgTable,
  type PgTableExtraConfigValue,
} from 'drizzle-orm/pg-core'
import type { Id, IdKind } from '#contract/ids.ts'
import { company } from './schema/global.ts'

export const tenantTables = new Map<string, PgTable>()

/** `_kind` only carries the brand of the id. */
const own = <K extends IdKind>(_kind: K) => ({
  companyId: integer('company_id').notNull().$type<Id<'company'>>(),
  id: integer('id').notNull().generatedAlwaysAsIdentity().$type<Id<K>>(),
  version: integer('version').notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true })
    .notNull()
    .default(sql`now()`),
  updatedAt: timestamp('updated_at', { withTimezone: true })
    .notNull()
    .default(sql`now()`),
})

type OwnColumn = 'companyId' | 'id' | 'createdAt' | 'updatedAt'
interface Keyed {
  companyId: AnyPgColumn
  id: AnyPgColumn
}

export function tenantTable<
  K extends IdKind,
  N extends string,
  C extends Record<string, PgColumnBuilderBase>,
>(
  kind: K,
  name: N,
  columns: C,
  extra: (table: Record<keyof C | OwnColumn, AnyPgColumn>) => PgTableExtraConfigValue[] = () => [],
) {
  const table = pgTable(name, { ...own(kind), ...columns }, (built) => {
    // A generic cannot carry Drizzle's literal column types, and only identity matters here.
    const columnsOf = built as unknown as Record<keyof C | OwnColumn, AnyPgColumn>
    return [
      primaryKey({ columns: [columnsOf.companyId, columnsOf.id] }),
      foreignKey({ columns: [columnsOf.companyId], foreignColumns: [company.id] }).onDelete(
        'cascade',
      ),
      ...extra(columnsOf),
    ]
  })
  tenantTables.set(name, table)
  return table
}

/** A foreign key that cannot cross companies: (company_id, column) → (company_id, id). */
export function foreignKeyInCompany(
  from: { companyId: AnyPgColumn },
  column: AnyPgColumn,
  to: () => Keyed,
  onDelete: 'restrict' | 'cascade' = 'restrict',
) {
  const target = to()
  return foreignKey({
    columns: [from.companyId, column],
    foreignColumns: [target.companyId, target.id],
  }).onDelete(onDelete)
}
