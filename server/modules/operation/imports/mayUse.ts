/** Limits an import to the importer's own permissions. Adds an error to every row beyond them. */
import { eq, sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { addFault, type Fault, type ReadRow } from './readRow.ts'

type Word = 'type' | 'status' | 'tags'

/**
 * Types must be selectable by the importer. New list entries need the permission for reference
 * lists.
 */
export async function refuseBeyondImporter(
  scope: Scope,
  rows: readonly ReadRow[],
  types: typeof tables.equipmentType | typeof tables.locationType,
  permitted: readonly number[] | null,
  namesOf: (read: ReadRow, word: Word) => readonly string[],
): Promise<void> {
  const {
    actor: { companyId },
  } = scope
  const mayMake = scope.can('editor|management')
  const known = {
    type: await idsByName(scope, companyId, types),
    status: await idsByName(scope, companyId, tables.equipmentStatus),
    tags: await idsByName(scope, companyId, tables.tag),
  }
  for (const read of rows) {
    for (const word of ['type', 'status', 'tags'] as const) {
      for (const name of namesOf(read, word)) {
        const id = known[word].get(name.toLowerCase())
        const code = faultOf(id, word === 'type' ? permitted : null, mayMake)
        if (code !== null) addFault(read, word, code, name)
      }
    }
  }
}

/** A hidden type gives the same error as a missing one. */
function faultOf(
  id: number | undefined,
  permitted: readonly number[] | null,
  mayMake: boolean,
): Fault['code'] | null {
  if (permitted !== null) return id !== undefined && permitted.includes(id) ? null : 'notPermitted'
  return id !== undefined || mayMake ? null : 'cannotMake'
}

async function idsByName(
  { db }: Scope,
  companyId: number,
  table:
    | typeof tables.equipmentType
    | typeof tables.locationType
    | typeof tables.equipmentStatus
    | typeof tables.tag,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: sql<number>`${table.id}`, name: sql<string>`${table.name}` })
    .from(table)
    .where(eq(sql`${table.companyId}`, companyId))
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]))
}
