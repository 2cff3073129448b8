import { sql, type SQL } from 'drizzle-orm'
import { MAX_FELLOW_DEPTH, type Belonging, type Follows } from '#contract/rules/fellows.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Db } from '#kernel/data/transaction.ts'

type Row = Belonging & Follows

/** Everything below the given equipment, whatever the user may see: fellows always follow. */
export async function fellowsBelow(
  db: Db,
  companyId: Id<'company'>,
  ids: readonly number[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  return (await rowsBelow(db, companyId, sql`${tables.fellow.ownerId} in ${ids}`)).map(asRow)
}

/** The whole trees that contain the given equipment: outermost owners and everything below. */
export async function selectWholeTrees(
  db: Db,
  companyId: Id<'company'>,
  ids: readonly number[],
): Promise<Row[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive above(id, depth) as (
      select unnest(${`{${ids.join(',')}}`}::int[]), 0
      union select ${tables.fellow.ownerId}, above.depth + 1 from ${tables.fellow}
        join above on ${tables.fellow.equipmentId} = above.id
        where ${tables.fellow.companyId} = ${companyId} and above.depth <= ${MAX_FELLOW_DEPTH})
    select distinct id from above`)
  return fellowsBelow(
    db,
    companyId,
    rows.map(({ id }) => id),
  )
}

/** All relations of the company, for the live map. */
export const allFellows = async (db: Db, companyId: Id<'company'>): Promise<Follows[]> =>
  db
    .select({
      equipmentId: tables.fellow.equipmentId,
      ownerId: tables.fellow.ownerId,
      statusFollows: tables.fellowType.statusFollows,
    })
    .from(tables.fellow)
    .innerJoin(tables.fellowType, joinOn(tables.fellowType, tables.fellow.fellowTypeId))
    .where(ofCompany(tables.fellow, companyId))

interface Raw extends Record<string, unknown> {
  equipment_id: number
  owner_id: number
  fellow_type_id: number
  status_follows: boolean
}

async function rowsBelow(db: Db, companyId: Id<'company'>, first: SQL): Promise<Raw[]> {
  const { rows } = await db.execute<Raw>(sql`
    with recursive below(equipment_id, owner_id, fellow_type_id, depth) as (
      select ${tables.fellow.equipmentId}, ${tables.fellow.ownerId}, ${tables.fellow.fellowTypeId}, 1 from ${tables.fellow}
        where ${tables.fellow.companyId} = ${companyId} and ${first}
      union select ${tables.fellow.equipmentId}, ${tables.fellow.ownerId}, ${tables.fellow.fellowTypeId}, below.depth + 1
        from ${tables.fellow} join below on ${tables.fellow.ownerId} = below.equipment_id
        where ${tables.fellow.companyId} = ${companyId} and below.depth <= ${MAX_FELLOW_DEPTH})
    select distinct below.equipment_id, below.owner_id, below.fellow_type_id,
      ${tables.fellowType.statusFollows} as status_follows
    from below join ${tables.fellowType} on ${tables.fellowType.companyId} = ${companyId}
      and ${tables.fellowType.id} = below.fellow_type_id
    order by below.equipment_id`)
  return rows
}

const asRow = (row: Raw): Row => ({
  equipmentId: row.equipment_id,
  ownerId: row.owner_id,
  fellowTypeId: row.fellow_type_id,
  statusFollows: row.status_follows,
})
