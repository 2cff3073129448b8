/** A change of an own field that has values. */
import { and, eq, isNull, not, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { FieldShape, MetadataOwner } from '#contract/rules/metadata.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { count } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'

interface Owner {
  table: PgTable & { companyId: AnyPgColumn; metadata: AnyPgColumn }
  isAlive?: SQL
}
const owners: Record<MetadataOwner, Owner> = {
  equipment: { table: tables.equipment, isAlive: isNull(tables.equipment.deletedAt) },
  location: { table: tables.location, isAlive: isNull(tables.location.deletedAt) },
  ticket: { table: tables.ticket },
}

/** `valueFault` of the contract for stored values, except that any `yyyy-mm-dd` counts as a date. */
function fits({ dataType, choices }: FieldShape, value: SQL): SQL {
  const is = (type: string) => sql`jsonb_typeof(${value}) = ${type}`
  const isOffered = sql`${JSON.stringify(choices)}::jsonb @> ${value}`
  switch (dataType) {
    case 'text':
      return is('string')
    case 'number':
    case 'boolean':
      return is(dataType)
    case 'date':
      return sql`(${is('string')} and ${value} #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')`
    case 'choice':
      return sql`(${is('string')} and ${isOffered})`
    case 'choices':
      return sql`(${is('array')} and ${isOffered})`
  }
}

/** Throws 409 with the number of values that fit the field now and would not fit any more. */
export async function refuseUnfitValues(
  { db, actor }: Scope,
  id: number,
  change: Partial<FieldShape>,
): Promise<void> {
  const [stored] = await db
    .select({
      belongsTo: tables.metadataField.belongsTo,
      dataType: tables.metadataField.dataType,
      choices: tables.metadataField.choices,
    })
    .from(tables.metadataField)
    .where(
      ofCompany(
        tables.metadataField,
        actor.companyId,
        eq(sql<number>`${tables.metadataField.id}`, id),
      ),
    )
  if (stored === undefined) return
  const next = { dataType: stored.dataType, choices: stored.choices, ...change }
  const isWider =
    next.dataType === stored.dataType &&
    stored.choices.every((choice) => next.choices.includes(choice))
  if (isWider) return
  const { table, isAlive } = owners[stored.belongsTo]
  const value = sql`(${table.metadata} -> ${String(id)}::text)`
  const [affected] = await db
    .select({ count })
    .from(table as PgTable)
    .where(
      ofCompany(
        table,
        actor.companyId,
        isAlive,
        and(fits(stored, value), not(sql`(${fits(next, value)})`)),
      ),
    )
  const values = affected?.count ?? 0
  if (values > 0)
    throw conflict('Values of this field would not fit it any more. They stay as they are.', [
      {
        path: next.dataType === stored.dataType ? 'body.choices' : 'body.dataType',
        code: 'valuesAffected',
        message: String(values),
      },
    ])
}
