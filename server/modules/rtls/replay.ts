/** The tracks of a floor or of one thing, to be played again. */
import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { groupBy } from '#contract/rules/groupBy'
import { equipment, floor, position } from '../../db/schema/index.ts'
import { intArray } from '../../kernel/lists.ts'
import { mustBeThere } from '../../kernel/named.ts'
import type { Scope } from '../../kernel/scope.ts'
import { visible, within } from './history.ts'

const REPLAY_MAXIMUM = 20_000

export interface LookedAt {
  equipmentId?: Id<'equipment'> | undefined
  floorId?: Id<'floor'> | undefined
  from: string
  to: string
}

/** What was heard there then; only what the actor may see. */
export async function heardIn(
  scope: Scope,
  { equipmentId, floorId, from, to }: LookedAt,
): Promise<{ id: Id<'equipment'>; name: string }[]> {
  const {
    db,
    from: rights,
    actor: { companyId },
  } = scope
  if (equipmentId !== undefined) await visible(scope, equipmentId)
  if (floorId !== undefined) await mustBeThere(scope, floor, [floorId], 'floor', 'body.floorId')
  const heard = (
    await db
      .selectDistinct({ id: position.equipmentId })
      .from(position)
      .where(
        and(
          eq(position.companyId, companyId),
          ...within({ from, to }),
          equipmentId === undefined ? undefined : eq(position.equipmentId, equipmentId),
          floorId === undefined ? undefined : eq(position.floorId, floorId),
        ),
      )
  ).map(({ id }) => id)
  return heard.length === 0
    ? []
    : db
        .select({ id: equipment.id, name: equipment.name })
        .from(equipment)
        .where(rights.equipment(sql`${equipment.id} = any(${intArray(heard)})`))
}

/**
 * A floor's replay has the first position elsewhere too: who has gone from it must not stand there
 * for the rest of the day. Who was there is asked first, and by itself: a database that has not yet
 * counted its rows would put the two together badly.
 */
export async function replay(scope: Scope, { equipmentId, floorId, from, to }: LookedAt) {
  const {
    db,
    actor: { companyId },
  } = scope
  const span = and(eq(position.companyId, companyId), ...within({ from, to }))
  const things = await heardIn(scope, { equipmentId, floorId, from, to })
  const runs = db
    .select({
      id: position.id,
      equipmentId: position.equipmentId,
      at: position.at,
      floorId: position.floorId,
      longitude: position.longitude,
      latitude: position.latitude,
      before: sql<number | null>`lag(${position.floorId}) over (partition by ${position.equipmentId}
        order by ${position.at}, ${position.id})`.as('before'),
    })
    .from(position)
    .where(and(span, sql`${position.equipmentId} = any(${intArray(things.map(({ id }) => id))})`))
    .as('told')
  const rows =
    things.length === 0
      ? []
      : await db
          .select({
            equipmentId: runs.equipmentId,
            at: runs.at,
            floorId: runs.floorId,
            longitude: runs.longitude,
            latitude: runs.latitude,
          })
          .from(runs)
          .where(
            floorId === undefined
              ? undefined
              : or(eq(runs.floorId, floorId), eq(runs.before, floorId)),
          )
          .orderBy(asc(runs.at), asc(runs.id))
          .limit(REPLAY_MAXIMUM + 1)
  const names = new Map<number, string>(things.map(({ id, name }) => [id, name]))
  const tracks = groupBy(rows.slice(0, REPLAY_MAXIMUM), (row) => row.equipmentId)
  return {
    isCut: rows.length > REPLAY_MAXIMUM,
    tracks: [...tracks].map(([id, points]) => ({
      equipment: { id, name: names.get(id) ?? '' },
      points: points.map(({ at, floorId: on, longitude, latitude }) => ({
        at: at.toISOString(),
        floorId: on,
        longitude,
        latitude,
      })),
    })),
  }
}
