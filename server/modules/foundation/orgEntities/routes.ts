/** The organisation: a tree of reference data, with what belongs to each entity. */
import { asc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { orgEntities as contract } from '#contract/orgEntities/orgEntities.ts'
import { referenceListCalls } from '#contract/referenceLists/referenceLists.ts'
import { orgBelow, orgFault, orgOrder, orgPath, orgSums } from '#contract/rules/orgTree.ts'
import * as tables from '#db/schema/index.ts'
import { byName, nameCollator } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { qualified } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  usedInFacts,
  locationUse,
  referenceListHandlers,
  equipmentUse,
  type ReferenceList,
} from '../referenceLists/index.ts'

type Columns = Pick<
  z.output<typeof contract.createOrgEntity.body>,
  'code' | 'kind' | 'parentId' | 'userIds'
>

const personName = sql`${tables.user.firstName} || ' ' || ${tables.user.lastName}`

const list: ReferenceList = {
  table: tables.orgEntity,
  entity: 'orgEntity',
  extra: ['code', 'kind'],
  lists: { parentId: 'orgEntity', userIds: 'user' },
  uses: [
    usedInFacts(locationUse('orgEntity'), 'orgEntityId', tables.location.orgEntityId),
    usedInFacts(equipmentUse('orgEntity'), 'orgEntityId', tables.equipment.orgEntityId),
    usedInFacts(
      {
        kind: 'user',
        table: tables.user,
        name: personName,
        holds: true,
        journalled: { entity: 'user', field: 'orgEntity' },
      },
      'orgEntityId',
      tables.user.orgEntityId,
    ),
    usedInFacts(
      {
        kind: 'ticket',
        table: tables.ticket,
        name: sql`${tables.ticket.title}`,
        visible: (from) => from.tickets(),
        holds: true,
        journalled: { entity: 'ticket', field: 'orgEntity' },
      },
      'orgEntityId',
      tables.ticket.orgEntityId,
    ),
    usedInFacts(
      {
        kind: 'duty',
        table: tables.duty,
        name: sql`${tables.duty.name}`,
        visible: (from) => from.duties(),
        holds: true,
        journalled: { entity: 'duty', field: 'orgEntity' },
      },
      'orgEntityId',
      tables.duty.orgEntityId,
    ),
    usedInFacts(
      {
        kind: 'orgEntity',
        table: tables.orgEntity,
        name: sql`${tables.orgEntity.name}`,
        holds: true,
      },
      'parentId',
      tables.orgEntity.parentId,
    ),
  ],
  async check(scope, whole) {
    const { id = null, parentId, userIds } = whole as unknown as Columns & { id?: number | null }
    await requireRows(scope, tables.user, userIds, 'person', 'body.userIds')
    await lock(scope)
    if (parentId === null) return
    await requireRows(scope, tables.orgEntity, [parentId], 'organisation entity', 'body.parentId')
    const fault = orgFault(await nodesOf(scope), id, parentId)
    if (fault === 'circle')
      throw badInput('body.parentId', 'circle', 'It cannot belong to what belongs to it.')
    if (fault === 'tooDeep')
      throw badInput('body.parentId', 'orgTooDeep', 'The organisation would be too deep.')
  },
}

/** Two concurrent moves could close a loop that neither of them sees. */
const lock = ({ db, actor }: Scope) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('orgEntities'), ${actor.companyId})`)

const nodesOf = ({ db, actor }: Scope) =>
  db
    .select({ id: tables.orgEntity.id, parentId: tables.orgEntity.parentId })
    .from(tables.orgEntity)
    .where(ofCompany(tables.orgEntity, actor.companyId))

const handlers = referenceListHandlers<Columns>(list)

/** The replacement must not be below it: its children would contain themselves. */
const replace: typeof handlers.replace = async (scope, call) => {
  await lock(scope)
  if (orgBelow(await nodesOf(scope), [call.params.id]).has(call.body.by))
    if (call.params.id !== call.body.by)
      throw badInput('body.by', 'circle', 'What belongs to it cannot take its place.')
  return handlers.replace(scope, call)
}

const MAX_NODES = 2_000

type Branch = z.input<typeof contract.getOrgEntities.response>['rows'][number]

async function tree(scope: Scope): Promise<{ count: number; rows: Branch[] }> {
  const { db, actor, from } = scope
  const its = (column: AnyPgColumn) => eq(column, tables.orgEntity.id)
  const counted = (what: ReturnType<typeof sql>) =>
    qualified(sql<number>`(select count(*)::int ${what})`)
  const rows = await db
    .select({
      row: tables.orgEntity,
      locations: counted(
        sql`from ${tables.location} where ${from.locations(its(tables.location.orgEntityId))}`,
      ),
      equipment: counted(
        sql`from ${tables.equipment} where ${from.equipment(its(tables.equipment.orgEntityId))}`,
      ),
      users: counted(
        sql`from ${tables.user} where ${ofCompany(tables.user, actor.companyId, its(tables.user.orgEntityId))}`,
      ),
    })
    .from(tables.orgEntity)
    .where(ofCompany(tables.orgEntity, actor.companyId))
    .orderBy(byName(scope, tables.orgEntity.name), asc(tables.orgEntity.id))
    .limit(MAX_NODES)
  const people = await namesOf(scope, [...new Set(rows.flatMap(({ row }) => row.userIds))])
  const counts = await countsOf(scope)
  const nodes = rows.map(({ row, ...owns }) => ({ ...row, owns }))
  const byId = new Map(nodes.map((node) => [Number(node.id), node]))
  const sums = orgSums(nodes, ({ owns }) => owns)
  const tickets = ticketsIn(byId, await openWork(scope))
  return {
    count: counts.size,
    rows: orgOrder(nodes, nameCollator(scope)).map((node) => ({
      id: node.id,
      name: node.name,
      code: node.code,
      kind: node.kind,
      parentId: node.parentId,
      userIds: node.userIds,
      version: node.version,
      ...(counts.get(node.id) ?? { usedBy: 0, namedBy: 0 }),
      path: orgPath(byId, node.id)
        .slice(0, -1)
        .map(({ id, name }) => ({ id, name })),
      responsible: node.userIds.flatMap((id) => people.get(id) ?? []),
      owns: { ...(sums.get(node.id) ?? node.owns), tickets: tickets.get(node.id) ?? 0 },
    })),
  }
}

/**
 * Tickets that are not closed, by owner: their own, their equipment's or their location's. The
 * ticket list finds them by each of the three.
 */
async function openWork({ db, from }: Scope) {
  return db
    .select({
      own: tables.ticket.orgEntityId,
      things: tables.equipment.orgEntityId,
      places: tables.location.orgEntityId,
      count: sql<number>`count(*)::int`,
    })
    .from(tables.ticket)
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, tables.ticket.stateId))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.ticket.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.ticket.locationId))
    .where(
      from.tickets(
        ne(tables.ticketState.category, 'closed'),
        or(
          isNotNull(tables.ticket.orgEntityId),
          isNotNull(tables.equipment.orgEntityId),
          isNotNull(tables.location.orgEntityId),
        ),
      ),
    )
    .groupBy(tables.ticket.orgEntityId, tables.equipment.orgEntityId, tables.location.orgEntityId)
}

/**
 * Number of tickets of each entity with everything below it. A ticket of several entities counts
 * once.
 */
function ticketsIn(
  byId: ReadonlyMap<number, { id: number; parentId: number | null }>,
  work: Awaited<ReturnType<typeof openWork>>,
): ReadonlyMap<number, number> {
  const all = new Map<number, number>()
  for (const { own, things, places, count } of work) {
    const around = new Set(
      [own, things, places].flatMap((id) =>
        id === null ? [] : orgPath(byId, id).map((node) => node.id),
      ),
    )
    for (const id of around) all.set(id, (all.get(id) ?? 0) + count)
  }
  return all
}

async function countsOf(scope: Scope): Promise<Map<number, { usedBy: number; namedBy: number }>> {
  const { rows } = await handlers.list(scope, { body: { limit: MAX_NODES, offset: 0 } })
  return new Map(rows.map(({ id, usedBy, namedBy }) => [id, { usedBy, namedBy }]))
}

async function namesOf({ db, actor }: Scope, ids: readonly Id<'user'>[]) {
  if (ids.length === 0) return new Map<number, { id: Id<'user'>; name: string }>()
  const rows = await db
    .select({ id: tables.user.id, name: sql<string>`${personName}` })
    .from(tables.user)
    .where(ofCompany(tables.user, actor.companyId, inArray(tables.user.id, [...ids])))
  return new Map(rows.map((row) => [Number(row.id), row]))
}

export const orgEntityWrites = {
  create: (scope: Scope, body: z.output<typeof contract.createOrgEntity.body>) =>
    handlers.create(scope, { body }),
  update: (scope: Scope, id: number, body: z.output<typeof contract.updateOrgEntity.body>) =>
    handlers.update(scope, { params: { id }, body }),
  remove: (scope: Scope, id: number) => handlers.remove(scope, { params: { id } }),
}

export const orgEntityHandlers: Handlers<typeof contract> = {
  ...referenceListCalls('OrgEntity', 'OrgEntities', { ...handlers, replace }),
  getOrgEntities: tree,
}
