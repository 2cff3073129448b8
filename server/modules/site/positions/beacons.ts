import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { macOf } from '#contract/ingest/fields.ts'
import type { rtls } from '#contract/rtls/rtls.ts'
import type { beacon as shape } from '#contract/rtls/rtlsShapes.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named } from '#kernel/events/journal.ts'
import { count, folded, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { updateVersioned } from '#kernel/data/updateVersioned.ts'
import { journalChange, type Journaled } from '#kernel/events/journalChange.ts'

type Draft = z.output<typeof rtls.createBeacon.body>
type View = z.input<typeof shape>

const selectBeacons = ({ db }: Scope, where: SQL | undefined) =>
  db
    .select({
      beacon: tables.beacon,
      name: tables.equipment.name,
      deletedAt: tables.equipment.deletedAt,
    })
    .from(tables.beacon)
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.beacon.equipmentId))
    .where(where)
    .$dynamic()

const mine = ({ db, from, actor }: Scope) =>
  ofCompany(
    tables.beacon,
    actor.companyId,
    sql`(${tables.beacon.equipmentId} is null
      or ${tables.beacon.equipmentId} in ${db.select({ id: tables.equipment.id }).from(tables.equipment).where(from.equipment())})`,
  )

const viewOf = ({
  beacon: one,
  name,
}: {
  beacon: typeof tables.beacon.$inferSelect
  name: string | null
}): View => ({
  id: one.id,
  mac: one.mac.replace(/(..)(?=.)/g, '$1:'),
  equipmentId: one.equipmentId,
  equipment: one.equipmentId === null ? null : { id: one.equipmentId, name: name ?? '' },
  measuredPower: one.measuredPower,
  battery: one.battery,
  lastHeardAt: one.lastHeardAt?.toISOString() ?? null,
  version: one.version,
})

interface Question {
  limit: number
  offset: number
  search?: string | undefined
  sort?: 'mac' | '-mac' | 'battery' | '-battery' | 'lastHeardAt' | '-lastHeardAt' | undefined
  equipmentId?: Id<'equipment'> | undefined
  isFree?: boolean | undefined
  ids?: readonly Id<'beacon'>[] | undefined
}

export async function listBeacons(
  scope: Scope,
  { limit, offset, search, sort, equipmentId, isFree, ids }: Question,
): Promise<{ count: number; rows: View[] }> {
  const plain = search?.replace(/[:-]/g, '')
  const where = and(
    mine(scope),
    searchIn(
      folded(sql`${tables.beacon.mac} || ' ' || coalesce(${tables.equipment.name}, '')`),
      plain,
    ),
    equipmentId === undefined ? undefined : eq(tables.beacon.equipmentId, equipmentId),
    isFree === undefined ? undefined : sql`(${tables.beacon.equipmentId} is null) = ${isFree}`,
    ids && inArray(tables.beacon.id, [...ids]),
  )
  const [total] = await scope.db
    .select({ count })
    .from(tables.beacon)
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.beacon.equipmentId))
    .where(where)
  const rows = await selectBeacons(scope, where)
    .orderBy(
      ...orderOf(
        scope,
        sort,
        {
          mac: tables.beacon.mac,
          battery: tables.beacon.battery,
          lastHeardAt: tables.beacon.lastHeardAt,
        },
        tables.beacon.id,
        [asc(tables.beacon.mac)],
      ),
    )
    .limit(limit)
    .offset(offset)
  return { count: total?.count ?? 0, rows: rows.map(viewOf) }
}

async function one(scope: Scope, id: number): Promise<View> {
  const [found] = await selectBeacons(scope, and(mine(scope), sql`${tables.beacon.id} = ${id}`))
  if (!found) throw refuseNotFound('beacon')
  return viewOf(found)
}

async function check(
  scope: Scope,
  { mac, equipmentId }: Partial<Draft>,
  own: number | null,
): Promise<{ mac?: string }> {
  const address = mac === undefined ? undefined : macOf(mac)
  if (address === null)
    throw badInput('body.mac', 'invalid', 'This is not the address of a beacon.')
  if (equipmentId) {
    const found = await scope.db
      .select({ id: tables.equipment.id })
      .from(tables.equipment)
      .where(scope.from.equipment(eq(tables.equipment.id, equipmentId)))
    if (found.length === 0) throw refuseNotFound('equipment', 'body.equipmentId')
  }
  const taken = await scope.db
    .select({ mac: tables.beacon.mac, equipmentId: tables.beacon.equipmentId })
    .from(tables.beacon)
    .where(
      ofCompany(
        tables.beacon,
        scope.actor.companyId,
        sql`(${tables.beacon.mac} = ${address ?? ''} or ${tables.beacon.equipmentId} = ${equipmentId ?? 0})`,
        own === null ? undefined : sql`${tables.beacon.id} <> ${own}`,
      ),
    )
  const [other] = taken
  if (other)
    throw conflict('A beacon is there already.', [
      other.mac === address
        ? { path: 'body.mac', code: 'taken', message: other.mac }
        : { path: 'body.equipmentId', code: 'hasBeacon', message: other.mac },
    ])
  return address === undefined ? {} : { mac: address }
}

const journaled: Journaled<View, 'beacon'> = {
  entity: 'beacon',
  nameOf: (row) => row.mac,
  fieldsOf: (row) => ({
    mac: row.mac,
    equipment: named('equipment', row.equipment),
    measuredPower: row.measuredPower,
  }),
}

export async function createBeacon(scope: Scope, draft: Draft): Promise<View> {
  const { mac = '' } = await check(scope, draft, null)
  const [made] = await scope.db
    .insert(tables.beacon)
    .values({ ...draft, mac, companyId: scope.actor.companyId })
    .returning({ id: tables.beacon.id })
  const after = await one(scope, made?.id ?? 0)
  await journalChange(scope, journaled, null, after)
  return after
}

export const updateBeacon = (
  scope: Scope,
  id: Id<'beacon'>,
  { version, ...change }: Partial<Draft> & { version: number },
): Promise<View> =>
  updateVersioned(scope, tables.beacon, {
    id,
    version,
    read: () => one(scope, id),
    set: async () => ({ ...change, ...(await check(scope, change, id)) }),
    journal: journaled,
  })

export async function deleteBeacon(scope: Scope, id: Id<'beacon'>): Promise<void> {
  const before = await one(scope, id)
  await scope.db
    .delete(tables.beacon)
    .where(ofCompany(tables.beacon, scope.actor.companyId, eq(tables.beacon.id, id)))
  await journalChange(scope, journaled, before, null)
}
