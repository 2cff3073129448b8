/**
 * A long span of positions is read in slices, each in a short transaction of its own: between two
 * slices the database and the event loop serve other calls.
 */
import { and, eq, gte, lte, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { position } from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'

export interface LookedAt {
  equipmentId?: Id<'equipment'> | undefined
  floorId?: Id<'floor'> | undefined
  from: string
  to: string
}

/** Positions a slice: some 20 ms of the embedded database on an idle processor. */
const SLICE = 1_000

/** The last row of a slice. `at` is the database's own text, which has microseconds. */
interface Cursor {
  at: string
  id: number
}

/**
 * Calls `read` with the WHERE of each slice, in order of time, until it answers false or no
 * position is left. Every slice is one transaction.
 */
export async function readInSlices(
  scope: Scope,
  { equipmentId, floorId, from, to }: LookedAt,
  read: (inner: Scope, slice: SQL | undefined) => Promise<boolean>,
  size = SLICE,
): Promise<void> {
  const span = and(
    eq(position.companyId, scope.actor.companyId),
    equipmentId === undefined ? undefined : eq(position.equipmentId, equipmentId),
    floorId === undefined ? undefined : eq(position.floorId, floorId),
    lte(position.at, new Date(to)),
  )
  let after: Cursor | null = null
  for (;;) {
    const begin: SQL = after === null ? gte(position.at, new Date(from)) : isAfter(after)
    const next: Cursor | null | 'stop' = await scope.transaction(async (inner) => {
      const [last] = await inner.db
        .select({ at: sql<string>`${position.at}::text`, id: position.id })
        .from(position)
        .where(and(span, begin))
        .orderBy(position.at, position.id)
        .offset(size - 1)
        .limit(1)
      const goesOn = await read(inner, and(span, begin, last && isUntil(last)))
      return goesOn ? (last ?? null) : null
    })
    if (next === null) return
    after = next
  }
}

const row = sql`(${position.at}, ${position.id})`
const isAfter = ({ at, id }: Cursor): SQL => sql`${row} > (${at}::timestamptz, ${id}::int)`
const isUntil = ({ at, id }: Cursor): SQL => sql`${row} <= (${at}::timestamptz, ${id}::int)`

/** Milliseconds since 1970, as a Date has them. */
export const milliseconds = (at: SQL) =>
  sql<number>`floor(extract(epoch from ${at}) * 1000)::float8`
