/**
 * The one way to declare a table that belongs to a company. It adds the company, the id, the
 * version and the times, keys everything by (company_id, id), and registers the table so that
 * tenancy.ts forces row-level security on it.
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

/** Every table made by tenantTable, by its SQL name. */
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
    // Drizzle's column types are keyed by literals that a generic cannot carry; here only identity
    // matters.
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
export function within(
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
