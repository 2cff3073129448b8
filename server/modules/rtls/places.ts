/**
 * Putting a thing on the map by hand, and taking it off. Where it logically belongs stays as it is.
 */
import { and, eq } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { isInside } from '#contract/venue/polygon'
import { floor, lastPosition, position, room } from '../../db/schema/index.ts'
import { badInput, notThere } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import { mapEquipmentOf } from './mapEquipment.ts'

export interface Spot {
  floorId: Id<'floor'>
  longitude: number
  latitude: number
}

async function one(scope: Scope, id: Id<'equipment'>) {
  const [found] = await mapEquipmentOf(scope, [id])
  if (!found) throw notThere('equipment')
  return found
}

async function roomAt({ db, actor: { companyId } }: Scope, { floorId, ...point }: Spot) {
  const rooms = await db
    .select({ id: room.id, outline: room.outline })
    .from(room)
    .where(and(eq(room.companyId, companyId), eq(room.floorId, floorId)))
  return rooms.find(({ outline }) => isInside(outline, point))?.id ?? null
}

export async function place(scope: Scope, equipmentId: Id<'equipment'>, spot: Spot) {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const before = await one(scope, equipmentId)
  const [ground] = await db
    .select({ id: floor.id, outline: floor.outline })
    .from(floor)
    .where(and(eq(floor.companyId, companyId), eq(floor.id, spot.floorId)))
  if (!ground) throw notThere('floor', 'body.floorId')
  // An anchor on empty ground would pull every position that is computed from it.
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
    .insert(lastPosition)
    .values({ ...fix, changedAt: now })
    .onConflictDoUpdate({
      target: [lastPosition.companyId, lastPosition.equipmentId],
      set: { ...fix, changedAt: now },
    })
  await db.insert(position).values({ ...fix, heard: [], rejected: [] })
  const after = await one(scope, equipmentId)
  await journalChange(scope, before, after)
  return after
}

export async function clear(scope: Scope, equipmentId: Id<'equipment'>) {
  const {
    db,
    actor: { companyId },
  } = scope
  const before = await one(scope, equipmentId)
  await db
    .delete(lastPosition)
    .where(and(eq(lastPosition.companyId, companyId), eq(lastPosition.equipmentId, equipmentId)))
  const after = await one(scope, equipmentId)
  await journalChange(scope, before, after)
  return after
}

type View = Awaited<ReturnType<typeof one>>
const inWords = ({ floorName, roomName, position: at }: View) =>
  at ? [floorName, roomName].filter(Boolean).join(', ') : null
const journalChange = (scope: Scope, before: View, after: View) =>
  scope.journal({
    entity: 'equipment',
    id: after.id,
    name: after.name,
    before: { mapPosition: inWords(before) },
    after: { mapPosition: inWords(after) },
  })
