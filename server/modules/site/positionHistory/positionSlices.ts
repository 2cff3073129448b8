/**
 * Reads a long range of positions in slices, each in a short transaction. Between two slices,
 * database and event loop serve other calls.
 */
import { and, eq, gte, lte, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

export interface LookedAt {
  equipmentId?: Id<'equipment'> | undefined
  floorId?: Id<'floor'> | undefined
  from: string
  to: string
}

/** Positions per slice: about 20 ms of the embedded database on an idle processor. */
const SLICE = 1_000

/** The last row of a slice. `at` is the database's own text, with microseconds. */
interface Cursor {
  at: string
  id: number
}

/**
 * Calls `read` with the WHERE of each slice, in order of time, until it returns false or no
 * position is left. Each slice is one transaction.
 */
export async function readInSlices(
  scope: Scope,
  { equipmentId, floorId, from, to }: LookedAt,
  read: (inner: Scope, slice: SQL | undefined) => Promise<boolean>,
  size = SLICE,
): Promise<void> {
  const span = ofCompany(
    tables.position,
    scope.actor.companyId,
    equipmentId === undefined ? undefined : eq(tables.position.equipmentId, equipmentId),
    floorId === undefined ? undefined : eq(tables.position.floorId, floorId),
    lte(tables.position.at, new Date(to)),
  )
  let after: Cursor | null = null
  for (;;) {
    const begin: SQL = after === null ? gte(tables.position.at, new Date(from)) : isAfter(after)
    const next: Cursor | null | 'stop' = await scope.transaction(async (inner) => {
      const [last] = await inner.db
        .select({ at: sql<string>`${tables.position.at}::text`, id: tables.position.id })
        .from(tables.position)
        .where(and(span, begin))
        .orderBy(tables.position.at, tables.position.id)
        .offset(size - 1)
        .limit(1)
      const goesOn = await read(inner, and(span, begin, last && isUntil(last)))
      return goesOn ? (last ?? null) : null
    })
    if (next === null) return
    after = next
  }
}

const row = sql`(${tables.position.at}, ${tables.position.id})`
const isAfter = ({ at, id }: Cursor): SQL => sql`${row} > (${at}::timestamptz, ${id}::int)`
const isUntil = ({ at, id }: Cursor): SQL => sql`${row} <= (${at}::timestamptz, ${id}::int)`

/** SQL for milliseconds since 1970. */
export const milliseconds = (at: SQL) =>
  sql<number>`floor(extract(epoch from ${at}) * 1000)::float8`
