import { and, eq, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { isInside, smallestFirst } from '#contract/venue/polygon.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { silentDescendants, positionsOfFellows } from './carried.ts'
import { forgetFacts } from './engine.ts'
import { mapEquipmentOf } from './mapEquipment.ts'

export interface Spot {
  floorId: Id<'floor'>
  longitude: number
  latitude: number
}

async function one(scope: Scope, id: Id<'equipment'>) {
  const [found] = await mapEquipmentOf(scope, [id])
  if (!found) throw refuseNotFound('equipment')
  return found
}

export async function roomAt({ db, actor: { companyId } }: Scope, { floorId, ...point }: Spot) {
  const rooms = await db
    .select({ id: tables.room.id, outline: tables.room.outline })
    .from(tables.room)
    .where(ofCompany(tables.room, companyId, eq(tables.room.floorId, floorId)))
  return smallestFirst(rooms).find(({ outline }) => isInside(outline, point))?.id ?? null
}

export async function setPosition(scope: Scope, equipmentId: Id<'equipment'>, spot: Spot) {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const before = await one(scope, equipmentId)
  const [ground] = await db
    .select({ id: tables.floor.id, outline: tables.floor.outline })
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.id, spot.floorId)))
  if (!ground) throw refuseNotFound('floor', 'body.floorId')
  // A fixed receiver outside the floor would distort every position.
  if (!isInside(ground.outline, spot))
    throw badInput('body.longitude', 'outsideFloor', 'This spot is not on the floor.')
  const now = clock.now()
  const fix = {
    companyId,
    equipmentId,
    ...spot,
    roomId: await roomAt(scope, spot),
    accuracy: 0,
    method: 'placed' as const,
    at: now,
  }
  await db
    .insert(tables.lastPosition)
    .values({ ...fix, changedAt: now })
    .onConflictDoUpdate({
      target: [tables.lastPosition.companyId, tables.lastPosition.equipmentId],
      set: { ...fix, changedAt: now },
    })
  await db.insert(tables.position).values({ ...fix, heard: [], rejected: [] })
  return told(scope, equipmentId, before, (ids) => positionsOfFellows(scope, equipmentId, ids))
}

export async function clearPosition(kernel: Kernel, scope: Scope, equipmentId: Id<'equipment'>) {
  const cleared = await clear(scope, equipmentId)
  forgetFacts(kernel, scope.actor.companyId)
  return cleared
}

async function clear(scope: Scope, equipmentId: Id<'equipment'>) {
  const {
    db,
    actor: { companyId },
  } = scope
  const before = await one(scope, equipmentId)
  await db
    .delete(tables.lastPosition)
    .where(
      ofCompany(tables.lastPosition, companyId, eq(tables.lastPosition.equipmentId, equipmentId)),
    )
  return told(scope, equipmentId, before, async (ids) => {
    await db
      .delete(tables.lastPosition)
      .where(
        ofCompany(tables.lastPosition, companyId, inArray(tables.lastPosition.equipmentId, ids)),
      )
  })
}

/** Saves a move together with fellows and journals each. Returns how many followed. */
async function told(
  scope: Scope,
  equipmentId: Id<'equipment'>,
  before: View,
  carry: (ids: Id<'equipment'>[]) => Promise<void>,
): Promise<View & { fellowsMoved?: number }> {
  const ids = await silentDescendants(scope, equipmentId)
  const fellows = await positionsOf(scope, ids)
  if (ids.length > 0) await carry(ids)
  const after = await one(scope, equipmentId)
  const now = await positionsOf(scope, ids)
  await scope.journal(
    {
      entity: 'equipment',
      id: after.id,
      name: after.name,
      before: { mapPosition: inWords(before) },
      after: { mapPosition: inWords(after), fellowsMoved: ids.length || null },
    },
    ...ids.map((id) => ({
      entity: 'equipment' as const,
      id,
      name: now.get(id)?.name ?? '',
      before: { mapPosition: inWords(fellows.get(id)) },
      after: {
        mapPosition: inWords(now.get(id)),
        movedWith: { kind: 'equipment' as const, id: equipmentId },
      },
    })),
  )
  scope.changed(...ids.map((id) => ({ type: 'Equipment' as const, id })))
  return { ...after, ...(ids.length > 0 && { fellowsMoved: ids.length }) }
}

interface Spoken {
  name: string
  position: unknown
  floorName: string | null
  roomName: string | null
}

async function positionsOf(
  { db, actor: { companyId } }: Scope,
  ids: readonly Id<'equipment'>[],
): Promise<ReadonlyMap<number, Spoken>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: tables.equipment.id,
      name: tables.equipment.name,
      position: tables.lastPosition.id,
      floorName: tables.floor.name,
      roomName: tables.room.name,
    })
    .from(tables.equipment)
    .leftJoin(
      tables.lastPosition,
      and(
        eq(tables.lastPosition.companyId, tables.equipment.companyId),
        eq(tables.lastPosition.equipmentId, tables.equipment.id),
      ),
    )
    .leftJoin(tables.floor, joinOn(tables.floor, tables.lastPosition.floorId))
    .leftJoin(tables.room, joinOn(tables.room, tables.lastPosition.roomId))
    .where(ofCompany(tables.equipment, companyId, inArray(tables.equipment.id, [...ids])))
  return new Map(rows.map((row) => [Number(row.id), row]))
}

type View = Awaited<ReturnType<typeof one>>
const inWords = (view: Pick<Spoken, 'position' | 'floorName' | 'roomName'> | undefined) =>
  view?.position == null ? null : [view.floorName, view.roomName].filter(Boolean).join(', ')
