import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { equipment as contract } from '#contract/equipment/equipment.ts'
import { MAX_TAGS } from '#contract/rules/bounds.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, notAllowed, refuseNotFound } from '#kernel/http/errors.ts'
import { uniqueValues } from '#kernel/data/entityFields.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'

export type Draft = z.output<typeof contract.createEquipment.body>

export async function checkNames(
  scope: Scope,
  drafts: readonly Partial<
    Pick<Draft, 'typeId' | 'statusId' | 'locationId' | 'orgEntityId' | 'tagIds'>
  >[],
): Promise<void> {
  const { db, actor, from } = scope
  const own = actor.companyId
  const typeIds = uniqueValues(drafts.map(({ typeId }) => typeId))
  if (typeIds.length > 0) {
    const found = await db
      .select({ id: tables.equipmentType.id })
      .from(tables.equipmentType)
      .where(ofCompany(tables.equipmentType, own, inArray(tables.equipmentType.id, typeIds)))
    if (found.length !== typeIds.length) throw refuseNotFound('equipment type', 'body.typeId')
    if (typeIds.some((id) => actor.equipmentTypeIds?.includes(id) === false))
      throw notAllowed('This equipment type is not among those you may choose.')
  }
  const statusIds = uniqueValues(drafts.map(({ statusId }) => statusId))
  if (statusIds.length > 0) {
    const found = await db
      .select({ id: tables.equipmentStatus.id })
      .from(tables.equipmentStatus)
      .where(ofCompany(tables.equipmentStatus, own, inArray(tables.equipmentStatus.id, statusIds)))
    if (found.length !== statusIds.length) throw refuseNotFound('status', 'body.statusId')
  }
  const locationIds = uniqueValues(drafts.map(({ locationId }) => locationId))
  if (locationIds.length > 0) {
    const found = await db
      .select({ id: tables.location.id })
      .from(tables.location)
      .where(from.locations(inArray(tables.location.id, locationIds)))
    if (found.length !== locationIds.length) throw refuseNotFound('location', 'body.locationId')
  }
  await requireRows(
    scope,
    tables.orgEntity,
    uniqueValues(drafts.map(({ orgEntityId }) => orgEntityId)),
    'organisation entity',
    'body.orgEntityId',
  )
  if (drafts.some(({ tagIds }) => tagIds !== undefined && tagIds.length > MAX_TAGS))
    throw badInput('body.tagIds', 'too_big', `At most ${MAX_TAGS} tags.`)
  const tagIds = uniqueValues(drafts.flatMap((draft) => draft.tagIds ?? []))
  if (tagIds.length > 0) {
    const found = await db
      .select({ id: tables.tag.id })
      .from(tables.tag)
      .where(ofCompany(tables.tag, own, inArray(tables.tag.id, tagIds)))
    if (found.length !== tagIds.length) throw refuseNotFound('tag', 'body.tagIds')
  }
}
