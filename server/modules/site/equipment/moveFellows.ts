import { inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { inheritedChanges, type Became, type Following } from '#contract/rules/fellows.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { uniqueValues } from '#kernel/data/entityFields.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { notifyStatusChanged } from '../../foundation/alerts/index.ts'
import { fellowsBelow } from '../../foundation/fellows/index.ts'

export interface Carried {
  id: Id<'equipment'>
  withId: number
  statusBefore: Id<'equipmentStatus'> | null
}

export async function moveFellows(
  scope: Scope,
  became: ReadonlyMap<number, Became>,
  named: ReadonlyMap<number, { location: boolean; status: boolean }>,
): Promise<Carried[]> {
  const fellows = await fellowsBelow(scope.db, scope.actor.companyId, [...became.keys()])
  return fellows.length === 0 ? [] : writeMoves(scope, inheritedChanges(fellows, became, named))
}

export function movedCounts(carried: readonly Carried[]): (id: number) => number {
  const counts = new Map<number, number>()
  for (const { withId } of carried) counts.set(withId, (counts.get(withId) ?? 0) + 1)
  return (id) => counts.get(id) ?? 0
}

/**
 * Writes the moves without checking the actor's permissions: a fellow always follows its owner. The
 * journal names the owner.
 */
export async function writeMoves(scope: Scope, along: readonly Following[]): Promise<Carried[]> {
  if (along.length === 0) return []
  const { db, actor, clock } = scope
  const own = (ids: readonly number[]) =>
    ofCompany(
      tables.equipment,
      actor.companyId,
      inArray(sql`${tables.equipment.id}`, [...ids]),
      isNull(tables.equipment.deletedAt),
    )
  const rows = new Map(
    (
      await db
        .select({
          id: tables.equipment.id,
          name: tables.equipment.name,
          locationId: tables.equipment.locationId,
          statusId: tables.equipment.statusId,
        })
        .from(tables.equipment)
        .where(own(along.map(({ equipmentId }) => equipmentId)))
    ).map((row) => [Number(row.id), row]),
  )
  const moves = along.flatMap(({ equipmentId, withId, ...to }) => {
    const row = rows.get(equipmentId)
    if (row === undefined) return []
    const after = { locationId: row.locationId, statusId: row.statusId, ...(to as Partial<Place>) }
    return after.locationId === row.locationId && after.statusId === row.statusId
      ? []
      : [{ row, after, withId }]
  })
  const alike = groupBy(moves, ({ after }) => `${after.locationId} ${after.statusId}`)
  for (const group of alike.values())
    await db
      .update(tables.equipment)
      .set({ ...group[0]?.after, ...nextVersion(tables.equipment, clock.now()) })
      .where(own(group.map(({ row }) => row.id)))
  const statusOf = await statusNames(
    scope,
    uniqueValues(moves.flatMap(({ row, after }) => [row.statusId, after.statusId])),
  )
  const inWords = ({ locationId, statusId }: Place) => ({
    location: locationId === null ? null : { kind: 'location' as const, id: locationId },
    status: statusOf(statusId),
  })
  await scope.journal(
    ...moves.map(({ row, after, withId }) => ({
      entity: 'equipment' as const,
      id: row.id,
      name: row.name,
      before: inWords(row),
      after: { ...inWords(after), movedWith: { kind: 'equipment' as const, id: withId } },
    })),
  )
  const restated = moves.filter(({ row, after }) => row.statusId !== after.statusId)
  if (restated.length > 0)
    await notifyStatusChanged(
      scope,
      restated.map(({ row, after }) => ({
        id: row.id,
        name: row.name,
        status: statusOf(after.statusId),
      })),
    )
  scope.changed(...moves.map(({ row }) => ({ type: 'Equipment' as const, id: row.id })), 'Fellow')
  return moves.map(({ row, withId }) => ({
    id: row.id,
    withId,
    statusBefore: row.statusId,
  }))
}

interface Place {
  locationId: Id<'location'> | null
  statusId: Id<'equipmentStatus'> | null
}

async function statusNames(
  { db, actor }: Scope,
  ids: readonly Id<'equipmentStatus'>[],
): Promise<(id: Id<'equipmentStatus'> | null) => string | null> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: tables.equipmentStatus.id, name: tables.equipmentStatus.name })
          .from(tables.equipmentStatus)
          .where(
            ofCompany(
              tables.equipmentStatus,
              actor.companyId,
              inArray(tables.equipmentStatus.id, [...ids]),
            ),
          )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => (id === null ? null : (names.get(id) ?? null))
}
