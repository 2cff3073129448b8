import { eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { descendantsOf, type Follows } from '#contract/rules/fellows.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { fellowsBelow } from '../../foundation/fellows/index.ts'

export function selectLeaders(
  fellows: readonly Follows[],
  isHeard: (equipmentId: number) => boolean,
): ReadonlyMap<number, Id<'equipment'>[]> {
  const silent = fellows.filter(({ equipmentId }) => !isHeard(equipmentId))
  const owners = new Set(silent.map(({ ownerId }) => ownerId))
  return new Map(
    [...owners].map((owner) => [
      owner,
      descendantsOf([owner], silent).map(({ of }) => of.equipmentId as Id<'equipment'>),
    ]),
  )
}

export async function silentDescendants(
  { db, actor: { companyId } }: Scope,
  ownerId: Id<'equipment'>,
): Promise<Id<'equipment'>[]> {
  const fellows = await fellowsBelow(db, companyId, [ownerId])
  if (fellows.length === 0) return []
  const heard = await heardOf(
    db,
    companyId,
    fellows.map(({ equipmentId }) => equipmentId),
  )
  return [...(selectLeaders(fellows, (id) => heard.has(id)).get(ownerId) ?? [])]
}

async function heardOf(
  db: Db,
  companyId: Id<'company'>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ equipmentId: tables.beacon.equipmentId })
    .from(tables.beacon)
    .where(
      ofCompany(
        tables.beacon,
        companyId,
        isNotNull(tables.beacon.equipmentId),
        inArray(sql`${tables.beacon.equipmentId}`, [...ids]),
      ),
    )
  return new Set(rows.map(({ equipmentId }) => Number(equipmentId)))
}

/** Gives these fellows their owner's position, if known. Fellows with a beacon keep theirs. */
export async function positionsOfFellows(
  scope: Scope,
  ownerId: Id<'equipment'>,
  ids: readonly number[],
): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const [last] = await db
    .select()
    .from(tables.lastPosition)
    .where(ofCompany(tables.lastPosition, companyId, eq(tables.lastPosition.equipmentId, ownerId)))
  if (last === undefined) return
  const heard = await heardOf(db, companyId, ids)
  const now = clock.now()
  const { floorId, roomId, longitude, latitude, accuracy, method } = last
  const fix = { companyId, floorId, roomId, longitude, latitude, accuracy, method, at: now }
  for (const id of ids) {
    if (heard.has(id)) continue
    const own = { ...fix, equipmentId: id as Id<'equipment'> }
    await db
      .insert(tables.lastPosition)
      .values({ ...own, changedAt: now })
      .onConflictDoUpdate({
        target: [tables.lastPosition.companyId, tables.lastPosition.equipmentId],
        set: { ...own, changedAt: now },
      })
    await db.insert(tables.position).values({ ...own, heard: [], rejected: [] })
  }
}
