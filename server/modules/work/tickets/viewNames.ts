/** Objects that saved views name. */
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { viewNames, type TicketViewSettings, type ViewName } from '#contract/ticketViews.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'

type Named = Pick<TicketViewSettings, ViewName>
type NamedTable = PgTable & { companyId: AnyPgColumn; id: AnyPgColumn }

const tableOf: Record<ViewName, NamedTable> = {
  types: tables.ticketType,
  states: tables.ticketState,
  assignees: tables.user,
  equipment: tables.equipment,
  place: tables.location,
  org: tables.orgEntity,
  failure: tables.failureCode,
  ownField: tables.metadataField,
  columns: tables.metadataField,
}

const idsOf = (settings: Named, key: ViewName): number[] => [settings[key] ?? []].flat()

function rowsInReach({ from, actor }: Scope, key: ViewName, ids: readonly number[]): SQL {
  const table = tableOf[key]
  const isNamed = isAnyId(table.id, ids)
  if (key === 'equipment') return from.equipment(isNamed)
  if (key === 'place') return from.locations(isNamed)
  return ofCompany(table, actor.companyId, isNamed)
}

/** The keys of each settings that name something deleted or hidden from the reader. */
export async function missingIn(scope: Scope, all: readonly Named[]): Promise<ViewName[][]> {
  const parts = viewNames.flatMap((key) => {
    const ids = [...new Set(all.flatMap((settings) => idsOf(settings, key)))]
    return ids.length === 0
      ? []
      : [
          sql`select ${key}::text as key, ${tableOf[key].id} as id from ${tableOf[key]}
            where ${rowsInReach(scope, key, ids)}`,
        ]
  })
  if (parts.length === 0) return all.map(() => [])
  const { rows } = await scope.db.execute<{ key: ViewName; id: number }>(
    sql.join(parts, sql` union all `),
  )
  const isThere = new Set(rows.map(({ key, id }) => `${key}:${id}`))
  return all.map((settings) =>
    viewNames.filter((key) => idsOf(settings, key).some((id) => !isThere.has(`${key}:${id}`))),
  )
}

/** Throws 404 if new settings name something that the user cannot see. Names of before may stay. */
export async function refuseMissing(
  scope: Scope,
  settings: Named,
  before: Named = {},
): Promise<void> {
  const added = Object.fromEntries(
    viewNames.map((key) => {
      const kept = new Set(idsOf(before, key))
      return [key, idsOf(settings, key).filter((id) => !kept.has(id))]
    }),
  )
  const [missing] = await missingIn(scope, [added as Named])
  const [first] = missing ?? []
  if (first !== undefined) throw refuseNotFound('filter', `body.settings.${first}`)
}
