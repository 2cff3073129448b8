import { eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { referenceData as contract } from '#contract/referenceLists/referenceData.ts'
import type { StatusesSet } from '#contract/equipment/equipment.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { setStatus } from '../../site/equipment/index.ts'

export async function bulkUpdateProgress(
  scope: Scope,
  { progressMapId, equipmentIds, statusId }: z.output<typeof contract.bulkUpdateProgress.body>,
): Promise<StatusesSet> {
  const [map] = await scope.db
    .select()
    .from(tables.progressMap)
    .where(
      ofCompany(
        tables.progressMap,
        scope.actor.companyId,
        eq(tables.progressMap.id, progressMapId),
      ),
    )
  if (!map) throw refuseNotFound('progress map', 'body.progressMapId')
  const [status] = await scope.db
    .select({ id: tables.equipmentStatus.id })
    .from(tables.equipmentStatus)
    .where(
      ofCompany(
        tables.equipmentStatus,
        scope.actor.companyId,
        eq(tables.equipmentStatus.id, statusId),
      ),
    )
  if (!status) throw refuseNotFound('status', 'body.statusId')
  if (!map.statusIds.includes(statusId))
    throw badInput('body.statusId', 'noStep', 'The status is not a step of this progress map.')
  const things = await scope.db
    .select({ typeId: tables.equipment.typeId })
    .from(tables.equipment)
    .where(scope.from.equipment(inArray(tables.equipment.id, equipmentIds)))
  if (
    map.equipmentTypeIds.length > 0 &&
    things.some(({ typeId }) => !map.equipmentTypeIds.includes(typeId))
  )
    throw badInput(
      'body.equipmentIds',
      'otherType',
      'Equipment of this type does not run through the progress map.',
    )
  return setStatus(scope, equipmentIds, statusId)
}

export async function mapsOfStatus({ db, actor }: Scope, statusId: Id<'equipmentStatus'>) {
  const [status] = await db
    .select({ id: tables.equipmentStatus.id })
    .from(tables.equipmentStatus)
    .where(
      ofCompany(tables.equipmentStatus, actor.companyId, eq(tables.equipmentStatus.id, statusId)),
    )
  if (!status) throw refuseNotFound('status')
  const rows = await db
    .select()
    .from(tables.progressMap)
    .where(
      ofCompany(
        tables.progressMap,
        actor.companyId,
        sql`${tables.progressMap.statusIds} @> array[${statusId}]::int[]`,
      ),
    )
    .orderBy(byName({ actor }, tables.progressMap.name))
    .limit(500)
  return { count: rows.length, rows }
}
