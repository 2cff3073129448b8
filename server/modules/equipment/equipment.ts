/** Equipment's own rules: what may be written, what its search text is, what the journal hears. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { equipment as contract, StatusesSet } from '#contract/equipment'
import type { Id } from '#contract/ids'
import { valueFault, type MetadataValue } from '#contract/rules/metadata'
import {
  equipment,
  equipmentStatus,
  equipmentType,
  location,
  metadataField,
  tag,
} from '../../db/schema/index.ts'
import { badInput, notAllowed, notThere, stale } from '../../kernel/errors.ts'
import { groupBy, searchText } from '../../kernel/lists.ts'
import { versionFor } from '../../kernel/lastWord.ts'
import type { Scope } from '../../kernel/scope.ts'
import { notifyStatusChanged } from '../alerts/index.ts'
import { referenceGone } from '../review/index.ts'
import { detailOf, readable, selectEquipment, type Selected } from './rows.ts'

type Draft = z.output<typeof contract.createEquipment.body>
type Update = z.output<typeof contract.updateEquipment.body>

export async function one(scope: Scope, id: Id<'equipment'>): Promise<Selected> {
  const [found] = await selectEquipment(scope, scope.from.equipment(eq(equipment.id, id)))
  if (!found) throw notThere('equipment')
  return found
}

export async function create(scope: Scope, draft: Draft) {
  await checkNames(scope, draft)
  const { name, equipmentId, details, metadata, ...facts } = draft
  const [made] = await scope.db
    .insert(equipment)
    .values({
      ...facts,
      name,
      ...(details && { details }),
      metadata: await metadataFrom(scope, metadata ?? []),
      companyId: scope.actor.companyId,
      equipmentId: equipmentId || null,
      search: searchOf({ name, equipmentId, details }),
      createdAt: scope.clock.now(),
      updatedAt: scope.clock.now(),
    })
    .returning({ id: equipment.id })
  if (!made) throw new Error('The equipment was not kept')
  const after = await one(scope, made.id)
  await scope.journal({
    entity: 'equipment',
    id: made.id,
    name,
    before: null,
    after: readable(after),
  })
  return detailOf(scope, after)
}

export async function update(
  scope: Scope,
  id: Id<'equipment'>,
  { version: sent, metadata, ...change }: Update,
) {
  const version = await versionFor(scope, equipment, id, sent)
  const before = await one(scope, id)
  if (before.equipment.version !== version)
    throw stale(version, before.equipment.version, await detailOf(scope, before))
  // Who may not see where it stands reads 'nowhere', and has not moved it by sending that back.
  if (change.locationId === null && before.location === null) delete change.locationId
  await checkNames(scope, change)
  const merged = { ...before.equipment, ...change }
  const written = await scope.db
    .update(equipment)
    .set({
      ...change,
      ...(metadata !== undefined && { metadata: await metadataFrom(scope, metadata) }),
      ...(change.equipmentId !== undefined && { equipmentId: change.equipmentId || null }),
      search: searchOf(merged),
      version: sql`${equipment.version} + 1`,
      updatedAt: scope.clock.now(),
      // The version stands in the condition too: of two writers that both read it, one finds
      // nothing.
    })
    .where(scope.from.equipment(eq(equipment.id, id), eq(equipment.version, version)))
    .returning({ id: equipment.id })
  if (written.length === 0) throw stale(version, version + 1)
  const after = await one(scope, id)
  await scope.journal({
    entity: 'equipment',
    id,
    name: after.equipment.name,
    before: readable(before),
    after: readable(after),
  })
  if (after.equipment.statusId !== before.equipment.statusId)
    await notifyStatusChanged(scope, [
      { id, name: after.equipment.name, status: after.status?.name ?? null },
    ])
  return detailOf(scope, after)
}

/** Out of the lists; what was done on it stays readable. */
export async function remove(scope: Scope, id: Id<'equipment'>): Promise<void> {
  const before = await one(scope, id)
  await scope.db
    .update(equipment)
    .set({ deletedAt: scope.clock.now(), version: sql`${equipment.version} + 1` })
    .where(scope.from.equipment(eq(equipment.id, id)))
  await referenceGone(scope, { kind: 'equipment', id }, before.equipment.name)
  await scope.journal({
    entity: 'equipment',
    id,
    name: before.equipment.name,
    before: readable(before),
    after: null,
  })
}

type StatusBefore = StatusesSet['before'][number]

/** One status for many. All or none: an id that is not there refuses the whole. */
export async function setStatus(
  scope: Scope,
  ids: readonly Id<'equipment'>[],
  statusId: Id<'equipmentStatus'> | null,
): Promise<StatusesSet> {
  const wanted = [...new Set(ids)]
  await checkNames(scope, { statusId })
  const before = await selectEquipment(scope, scope.from.equipment(inArray(equipment.id, wanted)))
  if (before.length !== wanted.length) throw notThere('equipment', 'body.equipmentIds')
  const changing = before.filter((row) => row.equipment.statusId !== statusId)
  if (changing.length === 0) return { updated: 0, before: [] }
  await scope.db
    .update(equipment)
    .set({ statusId, version: sql`${equipment.version} + 1`, updatedAt: scope.clock.now() })
    .where(
      scope.from.equipment(
        inArray(
          equipment.id,
          changing.map((row) => row.equipment.id),
        ),
      ),
    )
  const [status] =
    statusId === null
      ? []
      : await scope.db
          .select({ name: equipmentStatus.name })
          .from(equipmentStatus)
          .where(eq(equipmentStatus.id, statusId))
  await scope.journal(
    ...changing.map((row) => ({
      entity: 'equipment' as const,
      id: row.equipment.id,
      name: row.equipment.name,
      before: readable(row),
      after: { ...readable(row), status: status?.name ?? null },
    })),
  )
  await notifyStatusChanged(
    scope,
    changing.map((row) => ({
      id: row.equipment.id,
      name: row.equipment.name,
      status: status?.name ?? null,
    })),
  )
  scope.changed(...changing.map((row) => ({ type: 'Equipment' as const, id: row.equipment.id })))
  return {
    updated: changing.length,
    before: [...groupBy(changing, (row) => row.equipment.statusId)].map(([was, rows]) => ({
      statusId: was,
      equipmentIds: rows.map((row) => row.equipment.id),
    })),
  }
}

/** Takes a batch back. What somebody gave another status since is theirs and stays. */
export async function restoreStatuses(
  scope: Scope,
  statusId: Id<'equipmentStatus'> | null,
  before: readonly StatusBefore[],
): Promise<{ updated: number; left: number }> {
  await checkNames(scope, { statusId })
  let [updated, asked] = [0, 0]
  for (const [index, { statusId: was, equipmentIds }] of before.entries()) {
    const wanted = [...new Set(equipmentIds)]
    const rows = await scope.db
      .select({ id: equipment.id, statusId: equipment.statusId })
      .from(equipment)
      .where(scope.from.equipment(inArray(equipment.id, wanted)))
    if (rows.length !== wanted.length)
      throw notThere('equipment', `body.before.${index}.equipmentIds`)
    asked += rows.length
    updated += (
      await setStatus(
        scope,
        rows.filter((row) => row.statusId === statusId).map(({ id }) => id),
        was,
      )
    ).updated
  }
  return { updated, left: asked - updated }
}

/** One metadata value of one equipment, or none. False: it was so already. */
export async function setMetadata(
  scope: Scope,
  id: Id<'equipment'>,
  fieldId: Id<'metadataField'>,
  value: MetadataValue | null,
): Promise<boolean> {
  const before = await one(scope, id)
  const { [fieldId]: old, ...others } = before.equipment.metadata
  if (JSON.stringify(old ?? null) === JSON.stringify(value)) return false
  await scope.db
    .update(equipment)
    .set({
      metadata: value === null ? others : { ...others, [fieldId]: value },
      version: sql`${equipment.version} + 1`,
      updatedAt: scope.clock.now(),
    })
    .where(scope.from.equipment(eq(equipment.id, id)))
  await scope.journal({
    entity: 'equipment',
    id,
    name: before.equipment.name,
    before: readable(before),
    after: readable(await one(scope, id)),
  })
  scope.changed({ type: 'Equipment', id }, 'Equipment')
  return true
}

/** Values as they are kept, each held against its field. */
async function metadataFrom(
  { db, actor }: Scope,
  given: NonNullable<Draft['metadata']>,
): Promise<Record<string, MetadataValue>> {
  if (given.length === 0) return {}
  const fields = await db
    .select()
    .from(metadataField)
    .where(
      and(
        eq(metadataField.companyId, actor.companyId),
        inArray(
          metadataField.id,
          given.map(({ fieldId }) => fieldId),
        ),
      ),
    )
  const kept: Record<string, MetadataValue> = {}
  for (const [index, { fieldId, value }] of given.entries()) {
    const field = fields.find((one) => one.id === fieldId)
    if (!field) throw notThere('metadata field', `body.metadata.${index}.fieldId`)
    const fault = valueFault(field, value)
    if (fault !== null)
      throw badInput(`body.metadata.${index}.value`, fault, `This does not fit “${field.name}”.`)
    kept[fieldId] = value
  }
  return kept
}

/** What search finds an equipment by: its name, its number, its facts. */
export const searchOf = (thing: {
  name: string
  equipmentId?: string | null | undefined
  details?: readonly { value: string }[] | undefined
}) =>
  searchText(
    thing.name,
    thing.equipmentId,
    ...(thing.details ?? []).map((detail) => detail.value),
  ).slice(0, 1000)

/**
 * Every named thing must be this company's, and of a type the person may choose. Each fault names
 * its field.
 */
async function checkNames(
  scope: Scope,
  draft: Partial<Pick<Draft, 'typeId' | 'statusId' | 'locationId' | 'tagIds'>>,
): Promise<void> {
  const { db, actor, from } = scope
  const own = actor.companyId
  if (draft.typeId !== undefined) {
    const found = await db
      .select({ id: equipmentType.id })
      .from(equipmentType)
      .where(and(eq(equipmentType.companyId, own), eq(equipmentType.id, draft.typeId)))
    if (found.length === 0) throw notThere('equipment type', 'body.typeId')
    if (actor.equipmentTypeIds?.includes(draft.typeId) === false)
      throw notAllowed('This equipment type is not among those you may choose.')
  }
  if (draft.statusId) {
    const found = await db
      .select({ id: equipmentStatus.id })
      .from(equipmentStatus)
      .where(and(eq(equipmentStatus.companyId, own), eq(equipmentStatus.id, draft.statusId)))
    if (found.length === 0) throw notThere('status', 'body.statusId')
  }
  if (draft.locationId) {
    const found = await db
      .select({ id: location.id })
      .from(location)
      .where(from.locations(eq(location.id, draft.locationId)))
    if (found.length === 0) throw notThere('location', 'body.locationId')
  }
  if (draft.tagIds && draft.tagIds.length > 0) {
    if (draft.tagIds.length > 100) throw badInput('body.tagIds', 'too_big', 'At most 100 tags.')
    const wanted = new Set(draft.tagIds)
    const found = await db
      .select({ id: tag.id })
      .from(tag)
      .where(and(eq(tag.companyId, own), inArray(tag.id, [...wanted])))
    if (found.length !== wanted.size) throw notThere('tag', 'body.tagIds')
  }
}
