import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { fellowRow, fellows as contract, fellowTree } from '#contract/equipment/fellows.ts'
import type { Id } from '#contract/ids.ts'
import { descendantsOf, MAX_FELLOW_DEPTH } from '#contract/rules/fellows.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, orderOf, searchRows } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { selectWholeTrees, fellowsBelow } from '../../foundation/fellows/index.ts'

type Row = z.input<typeof fellowRow>
type Tree = z.input<typeof fellowTree>

const owner = alias(tables.equipment, 'owner')

/** Any equipment, with its owner if it has one. `where` must come from scope.from. */
function selectFellows({ db, from }: Scope, where: SQL) {
  return db
    .select({
      id: tables.equipment.id,
      name: tables.equipment.name,
      equipmentId: tables.equipment.equipmentId,
      type: { id: tables.equipmentType.id, name: tables.equipmentType.name },
      status: {
        id: tables.equipmentStatus.id,
        name: tables.equipmentStatus.name,
        colour: tables.equipmentStatus.colour,
        isUsable: tables.equipmentStatus.isUsable,
      },
      location: { id: tables.location.id, name: tables.location.name },
      owner: { id: owner.id, name: owner.name },
      fellowType: { id: tables.fellowType.id, name: tables.fellowType.name },
    })
    .from(tables.equipment)
    .innerJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .leftJoin(tables.equipmentStatus, joinOn(tables.equipmentStatus, tables.equipment.statusId))
    .leftJoin(
      tables.location,
      and(joinOn(tables.location, tables.equipment.locationId), from.locations()),
    )
    .leftJoin(
      tables.fellow,
      and(
        eq(tables.fellow.companyId, tables.equipment.companyId),
        eq(tables.fellow.equipmentId, tables.equipment.id),
      ),
    )
    .leftJoin(
      owner,
      and(
        eq(owner.companyId, tables.fellow.companyId),
        eq(owner.id, tables.fellow.ownerId),
        sql`${owner.id} in (select ${tables.equipment.id} from ${tables.equipment} where ${from.equipment()})`,
      ),
    )
    .leftJoin(tables.fellowType, joinOn(tables.fellowType, tables.fellow.fellowTypeId))
    .where(where)
    .$dynamic()
}

export async function oneFellow(scope: Scope, id: Id<'equipment'>): Promise<Row> {
  const [found] = await selectFellows(scope, scope.from.equipment(eq(tables.equipment.id, id)))
  if (!found) throw refuseNotFound('equipment')
  return found
}

const sortColumns = {
  name: tables.equipment.name,
  type: tables.equipmentType.name,
  status: tables.equipmentStatus.name,
  location: tables.location.name,
}

type Listed = z.output<typeof contract.listFellows.body>

export async function listFellows(
  scope: Scope,
  { which, ownerId, search, sort, limit, offset }: Listed,
): Promise<{ count: number; rows: Row[] }> {
  const { db, actor, from } = scope
  const company = actor.companyId
  // Sets instead of correlated subqueries: the embedded database estimates their sizes badly.
  const belonging = (of: SQL = sql`true`) =>
    sql`(select ${tables.fellow.equipmentId} from ${tables.fellow} where ${tables.fellow.companyId} = ${company} and ${of})`
  if (ownerId !== undefined) await requireVisibleFellow(scope, ownerId, 'body.ownerId')
  const mayBelong = sql`${tables.equipment.typeId} in (select unnest(${tables.fellowType.fellowTypeIds})
    from ${tables.fellowType} where ${tables.fellowType.companyId} = ${company} and ${
      ownerId === undefined
        ? sql`true`
        : sql`(select type_id from equipment as asked where asked.company_id = ${company}
            and asked.id = ${ownerId}) = any(${tables.fellowType.ownerTypeIds})`
    })`
  const where = from.equipment(
    searchRows(scope, tables.equipment, search),
    which === 'free'
      ? sql`${tables.equipment.id} not in ${belonging()} and ${mayBelong}
          and ${tables.equipment.id} <> ${ownerId ?? 0}`
      : sql`${tables.equipment.id} in ${belonging(
          ownerId === undefined ? undefined : sql`${tables.fellow.ownerId} = ${ownerId}`,
        )}`,
  )
  const [total] = await db.select({ count }).from(tables.equipment).where(where)
  const page = await db
    .select({ id: tables.equipment.id })
    .from(tables.equipment)
    .innerJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .leftJoin(tables.equipmentStatus, joinOn(tables.equipmentStatus, tables.equipment.statusId))
    .leftJoin(
      tables.location,
      and(joinOn(tables.location, tables.equipment.locationId), from.locations()),
    )
    .where(where)
    .orderBy(
      ...orderOf(scope, sort, sortColumns, tables.equipment.id, [
        byName(scope, tables.equipment.name),
        asc(tables.equipment.id),
      ]),
    )
    .limit(limit)
    .offset(offset)
  const ids = page.map(({ id }) => id)
  const rows = new Map(
    ids.length === 0
      ? []
      : (await selectFellows(scope, from.equipment(inArray(tables.equipment.id, ids)))).map(
          (row) => [Number(row.id), row],
        ),
  )
  return { count: total?.count ?? 0, rows: ids.flatMap((id) => rows.get(id) ?? []) }
}

export async function requireVisibleFellow(
  { db, from }: Scope,
  id: Id<'equipment'>,
  path: string,
): Promise<{ id: Id<'equipment'>; typeId: number; locationId: Id<'location'> | null }> {
  const [found] = await db
    .select({
      id: tables.equipment.id,
      typeId: tables.equipment.typeId,
      locationId: tables.equipment.locationId,
    })
    .from(tables.equipment)
    .where(from.equipment(eq(tables.equipment.id, id)))
  if (!found) throw refuseNotFound('equipment', path)
  return found
}

type Asked = z.output<typeof contract.getFellowTree.body>

/** Leaves hidden equipment out. Visible fellows of hidden equipment become roots. */
export async function fellowTrees(
  scope: Scope,
  { equipmentId, ...page }: Asked,
): Promise<{ count: number; rows: Tree[] }> {
  const roots =
    equipmentId === undefined
      ? await rootsOfAll(scope, page)
      : { count: 1, ids: [await rootOf(scope, equipmentId)] }
  const belongings = await fellowsBelow(scope.db, scope.actor.companyId, roots.ids)
  const wanted = [...roots.ids, ...belongings.map((one) => one.equipmentId)]
  const seen = new Map(
    wanted.length === 0
      ? []
      : (
          await selectFellows(
            scope,
            scope.from.equipment(inArray(sql`${tables.equipment.id}`, wanted)),
          ).orderBy(byName(scope, tables.equipment.name), asc(tables.equipment.id))
        ).map((row) => [Number(row.id), row]),
  )
  const order = new Map([...seen.keys()].map((id, at) => [id, at]))
  const visible = belongings
    .filter((one) => seen.has(one.equipmentId) && seen.has(one.ownerId))
    .sort((one, other) => (order.get(one.equipmentId) ?? 0) - (order.get(other.equipmentId) ?? 0))
  return {
    count: roots.count,
    rows: roots.ids.flatMap((id) => {
      const root = seen.get(id)
      if (root === undefined) return []
      const { owner: _owner, fellowType: _type, ...thing } = root
      const members = descendantsOf([id], visible).flatMap(
        ({ of }) => seen.get(of.equipmentId) ?? [],
      )
      return [{ ...thing, members }]
    }),
  }
}

/** The outermost owner for which the whole chain is visible. */
async function rootOf(scope: Scope, id: Id<'equipment'>): Promise<number> {
  const { db, actor, from } = scope
  await requireVisibleFellow(scope, id, 'body.equipmentId')
  const around = await selectWholeTrees(db, actor.companyId, [id])
  const ownerOf = new Map(around.map((one) => [one.equipmentId, one.ownerId]))
  const above: number[] = []
  for (
    let next = ownerOf.get(id);
    next !== undefined && above.length <= MAX_FELLOW_DEPTH;
    next = ownerOf.get(next)
  )
    above.push(next)
  if (above.length === 0) return id
  const rows = await db
    .select({ id: tables.equipment.id })
    .from(tables.equipment)
    .where(from.equipment(inArray(sql`${tables.equipment.id}`, above)))
  const seen = new Set(rows.map((row) => Number(row.id)))
  const hidden = above.findIndex((one) => !seen.has(one))
  return (hidden === -1 ? above : above.slice(0, hidden)).at(-1) ?? id
}

async function rootsOfAll(
  scope: Scope,
  { search, limit, offset }: Omit<Asked, 'equipmentId'>,
): Promise<{ count: number; ids: number[] }> {
  const { db, actor, from } = scope
  const seen = sql`(select ${tables.equipment.id} from ${tables.equipment} where ${from.equipment()})`
  const found = searchRows(scope, tables.equipment, search)
  const matching =
    found === undefined
      ? sql`true`
      : sql`exists (select from tree as one join ${tables.equipment}
          on ${tables.equipment.companyId} = ${actor.companyId} and ${tables.equipment.id} = one.id
          where one.root = root.id and ${found})`
  const { rows } = await db.execute<{ id: number; n: number }>(sql`
    with recursive edge as (
      select ${tables.fellow.equipmentId} as id, ${tables.fellow.ownerId} as owner_id from ${tables.fellow}
      where ${tables.fellow.companyId} = ${actor.companyId}
      and ${tables.fellow.equipmentId} in ${seen} and ${tables.fellow.ownerId} in ${seen}),
    root as (select distinct owner_id as id from edge
      where owner_id not in (select id from edge)),
    tree(root, id, depth) as (
      select id, id, 0 from root
      union all select tree.root, edge.id, tree.depth + 1 from tree
        join edge on edge.owner_id = tree.id where tree.depth <= ${MAX_FELLOW_DEPTH})
    select root.id, (count(*) over ())::int as n from root
    join ${tables.equipment} on ${tables.equipment.companyId} = ${actor.companyId} and ${tables.equipment.id} = root.id
    where ${matching}
    order by ${byName({ actor }, tables.equipment.name)}, root.id limit ${limit} offset ${offset}`)
  return { count: rows[0]?.n ?? 0, ids: rows.map(({ id }) => id) }
}
