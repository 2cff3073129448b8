/** Equipment's own rules: what may be written, and what the journal hears. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { equipment as contract, StatusesSet } from '#contract/equipment'
import { equipmentFields as fields } from '#contract/equipmentFields'
import type { Id } from '#contract/ids'
import { MAX_IDS, MAX_TAGS } from '#contract/rules/bounds'
import type { Became } from '#contract/rules/fellows'
import { valueFault, type MetadataValue } from '#contract/rules/metadata'
import { groupBy } from '#contract/rules/groupBy'
import {
  equipment,
  equipmentStatus,
  equipmentType,
  location,
  metadataField,
  tag,
  orgEntity,
} from '../../db/schema/index.ts'
import { badInput, notAllowed, notThere, stale } from '../../kernel/errors.ts'
import { emptiedOf, distinct } from '../../kernel/fields.ts'
import { mustBeThere } from '../../kernel/named.ts'
import { versionFor } from '../../kernel/lastWord.ts'
import type { Scope } from '../../kernel/scope.ts'
import { notifyStatusChanged } from '../alerts/index.ts'
import { referenceGone } from '../review/index.ts'
import { carry, countsOf } from './carry.ts'
import { letGo } from './letGo.ts'
import { refuseForeignFellows } from './retype.ts'
import { detailOf, readable, selectEquipment, type Selected } from './rows.ts'

export type Draft = z.output<typeof contract.createEquipment.body>
type Update = z.output<typeof contract.updateEquipment.body>

export async function one(scope: Scope, id: Id<'equipment'>): Promise<Selected> {
  const [found] = await selectEquipment(scope, scope.from.equipment(eq(equipment.id, id)))
  if (!found) throw notThere('equipment')
  return found
}

export const create = async (scope: Scope, draft: Draft) =>
  detailOf(scope, theOnly(await createAll(scope, [draft])))

export async function update(
  scope: Scope,
  id: Id<'equipment'>,
  { version: sent, ...change }: Update,
) {
  const version = await versionFor(scope, equipment, id, sent)
  const { rows, moved } = await changeAll(scope, [{ id, version, change }])
  return { ...(await detailOf(scope, theOnly(rows))), ...(moved > 0 && { fellowsMoved: moved }) }
}

const theOnly = ([found]: readonly Selected[]): Selected => {
  if (!found) throw notThere('equipment')
  return found
}

/** Makes them, in the order given. What a form sends and what a file says come in here alike. */
export async function createAll(scope: Scope, drafts: readonly Draft[]): Promise<Selected[]> {
  if (drafts.length === 0) return []
  await checkNames(scope, drafts)
  const now = scope.clock.now()
  const rows = []
  for (const draft of drafts)
    rows.push({
      ...emptiedOf(fields, draft),
      metadata: await metadataFrom(scope, draft.metadata ?? []),
      companyId: scope.actor.companyId,
      createdAt: now,
      updatedAt: now,
    })
  const made = await scope.db.insert(equipment).values(rows).returning({ id: equipment.id })
  const after = await all(
    scope,
    made.map(({ id }) => id), // in the order they were given
  )
  await scope.journal(
    ...after.map((row) => ({
      entity: 'equipment' as const,
      id: row.equipment.id,
      name: row.equipment.name,
      before: null,
      after: readable(row),
    })),
  )
  return after
}

export interface Change {
  id: Id<'equipment'>
  /** As it was read; another by now refuses the whole. */
  version: number
  change: Omit<Update, 'version'>
}

/** Changes them. What a form sends and what a file says come in here alike. */
export const updateAll = async (scope: Scope, changes: readonly Change[]): Promise<Selected[]> =>
  (await changeAll(scope, changes)).rows

/** `moved`: how many went along. */
async function changeAll(
  scope: Scope,
  changes: readonly Change[],
): Promise<{ rows: Selected[]; moved: number }> {
  const ids = changes.map(({ id }) => id)
  const before = await all(scope, ids)
  const wanted = changes.map(({ version, change }, index) => ({
    before: before[index] as Selected, // as many as ids
    version,
    change: { ...change },
  }))
  for (const { before: row, version, change } of wanted) {
    if (row.equipment.version !== version)
      throw stale(version, row.equipment.version, await detailOf(scope, row))
    // Who may not see where it stands reads 'nowhere', and has not moved it by sending that back.
    if (change.locationId === null && row.location === null) delete change.locationId
  }
  await checkNames(
    scope,
    wanted.map(({ change }) => change),
  )
  for (const { before: row, version, change } of wanted) {
    const { metadata, ...facts } = change
    const written = await scope.db
      .update(equipment)
      .set({
        ...emptiedOf(fields, facts),
        ...(metadata !== undefined && { metadata: await metadataFrom(scope, metadata) }),
        version: sql`${equipment.version} + 1`,
        updatedAt: scope.clock.now(),
        // The version stands in the condition too: of two writers that both read it, one finds
        // nothing.
      })
      .where(
        scope.from.equipment(eq(equipment.id, row.equipment.id), eq(equipment.version, version)),
      )
      .returning({ id: equipment.id })
    if (written.length === 0) throw stale(version, version + 1)
  }
  await refuseForeignFellows(
    scope,
    wanted.flatMap(({ before: { equipment: was }, change }) =>
      change.typeId === undefined || change.typeId === was.typeId ? [] : [was.id],
    ),
  )
  const after = await all(scope, ids)
  const pairs = after.map((row, index) => ({ row, was: before[index] as Selected })) // one for each
  const carried = await carry(scope, whatBecame(pairs), whatWasSaid(wanted))
  const movedWith = countsOf(carried)
  await scope.journal(
    ...pairs.map(({ row, was }) => ({
      entity: 'equipment' as const,
      id: row.equipment.id,
      name: row.equipment.name,
      before: readable(was),
      after: { ...readable(row), fellowsMoved: movedWith(row.equipment.id) || null },
    })),
  )
  const restated = pairs.filter(({ row, was }) => row.equipment.statusId !== was.equipment.statusId)
  if (restated.length > 0)
    await notifyStatusChanged(
      scope,
      restated.map(({ row }) => ({
        id: row.equipment.id,
        name: row.equipment.name,
        status: row.status?.name ?? null,
      })),
    )
  return { rows: after, moved: carried.length }
}

/** Of what changed its place or its status: what it has now. */
const whatBecame = (pairs: readonly { row: Selected; was: Selected }[]) =>
  new Map<number, Became>(
    pairs.flatMap(({ row: { equipment: now }, was: { equipment: then } }) => {
      const became: Became = {
        ...(now.locationId !== then.locationId && { locationId: now.locationId }),
        ...(now.statusId !== then.statusId && { statusId: now.statusId }),
      }
      return Object.keys(became).length === 0 ? [] : [[now.id, became] as const]
    }),
  )
/** Who says where a thing is, or how, says it of that thing, whatever its owner does. */
const whatWasSaid = (
  changes: readonly { before: Selected; change: Partial<Pick<Draft, 'locationId' | 'statusId'>> }[],
) =>
  new Map(
    changes.map(({ before, change }) => [
      Number(before.equipment.id),
      { location: change.locationId !== undefined, status: change.statusId !== undefined },
    ]),
  )

/** These in their order; one that is not there, or not for this person, refuses the whole. */
async function all(scope: Scope, ids: readonly Id<'equipment'>[]): Promise<Selected[]> {
  if (ids.length === 0) return []
  const rows = new Map(
    (await selectEquipment(scope, scope.from.equipment(inArray(equipment.id, [...ids])))).map(
      (row) => [row.equipment.id, row],
    ),
  )
  return ids.map((id) => {
    const row = rows.get(id)
    if (!row) throw notThere('equipment')
    return row
  })
}

/** Out of the lists; what was done on it stays readable. */
export async function remove(scope: Scope, id: Id<'equipment'>): Promise<void> {
  const before = await one(scope, id)
  await scope.db
    .update(equipment)
    .set({ deletedAt: scope.clock.now(), version: sql`${equipment.version} + 1` })
    .where(scope.from.equipment(eq(equipment.id, id)))
  await letGo(scope, id)
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
  /** These keep what is said of them elsewhere. */
  apart: readonly Id<'equipment'>[] = [],
): Promise<StatusesSet> {
  const wanted = [...new Set(ids)]
  await checkNames(scope, [{ statusId }])
  const before = await selectEquipment(scope, scope.from.equipment(inArray(equipment.id, wanted)))
  if (before.length !== wanted.length) throw notThere('equipment', 'body.equipmentIds')
  const changing = before.filter((row) => row.equipment.statusId !== statusId)
  if (changing.length === 0) return { updated: 0, fellows: 0, before: [] }
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
  const carried = await carry(
    scope,
    new Map(changing.map((row) => [Number(row.equipment.id), { statusId }])),
    new Map([...wanted, ...apart].map((id) => [Number(id), { location: false, status: true }])),
  )
  const movedWith = countsOf(carried)
  await scope.journal(
    ...changing.map((row) => ({
      entity: 'equipment' as const,
      id: row.equipment.id,
      name: row.equipment.name,
      before: readable(row),
      after: {
        ...readable(row),
        status: status?.name ?? null,
        fellowsMoved: movedWith(row.equipment.id) || null,
      },
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
    fellows: carried.length,
    before: inBatches([
      ...changing.map(({ equipment: thing }) => ({ id: thing.id, was: thing.statusId })),
      ...(await seenOf(scope, carried)).map(({ id, statusBefore }) => ({ id, was: statusBefore })),
    ]),
  }
}

/** By the status before, no more at once than a list of ids may hold. */
const inBatches = (
  rows: readonly { id: Id<'equipment'>; was: Id<'equipmentStatus'> | null }[],
): StatusBefore[] =>
  [...groupBy(rows, ({ was }) => was)].flatMap(([was, all]) =>
    Array.from({ length: Math.ceil(all.length / MAX_IDS) }, (_, at) => ({
      statusId: was,
      equipmentIds: all.slice(at * MAX_IDS, (at + 1) * MAX_IDS).map(({ id }) => id),
    })),
  )

/** What went along and is hidden from the actor is not named to them. */
async function seenOf<C extends { id: Id<'equipment'> }>(
  { db, from }: Scope,
  carried: readonly C[],
): Promise<C[]> {
  if (carried.length === 0) return []
  const rows = await db
    .select({ id: equipment.id })
    .from(equipment)
    .where(
      from.equipment(
        inArray(
          equipment.id,
          carried.map(({ id }) => id),
        ),
      ),
    )
  const seen = new Set(rows.map(({ id }) => id))
  return carried.filter(({ id }) => seen.has(id))
}

/** Takes a batch back. What somebody gave another status since is theirs and stays. */
export async function restoreStatuses(
  scope: Scope,
  statusId: Id<'equipmentStatus'> | null,
  before: readonly StatusBefore[],
): Promise<{ updated: number; left: number }> {
  await checkNames(scope, [{ statusId }])
  const batches: { was: Id<'equipmentStatus'> | null; ids: Id<'equipment'>[] }[] = []
  let asked = 0
  // All is read before anything is written: what goes along with an owner would look changed since.
  for (const [index, { statusId: was, equipmentIds }] of before.entries()) {
    const wanted = [...new Set(equipmentIds)]
    const rows = await scope.db
      .select({ id: equipment.id, statusId: equipment.statusId })
      .from(equipment)
      .where(scope.from.equipment(inArray(equipment.id, wanted)))
    if (rows.length !== wanted.length)
      throw notThere('equipment', `body.before.${index}.equipmentIds`)
    asked += rows.length
    batches.push({
      was,
      ids: rows.filter((row) => row.statusId === statusId).map(({ id }) => id),
    })
  }
  const named = before.flatMap(({ equipmentIds }) => equipmentIds)
  let updated = 0
  for (const { was, ids } of batches) updated += (await setStatus(scope, ids, was, named)).updated
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

/**
 * Every named thing must be this company's, and of a type the person may choose. Each fault names
 * its field.
 */
async function checkNames(
  scope: Scope,
  drafts: readonly Partial<
    Pick<Draft, 'typeId' | 'statusId' | 'locationId' | 'orgEntityId' | 'tagIds'>
  >[],
): Promise<void> {
  const { db, actor, from } = scope
  const own = actor.companyId
  const typeIds = distinct(drafts.map(({ typeId }) => typeId))
  if (typeIds.length > 0) {
    const found = await db
      .select({ id: equipmentType.id })
      .from(equipmentType)
      .where(and(eq(equipmentType.companyId, own), inArray(equipmentType.id, typeIds)))
    if (found.length !== typeIds.length) throw notThere('equipment type', 'body.typeId')
    if (typeIds.some((id) => actor.equipmentTypeIds?.includes(id) === false))
      throw notAllowed('This equipment type is not among those you may choose.')
  }
  const statusIds = distinct(drafts.map(({ statusId }) => statusId))
  if (statusIds.length > 0) {
    const found = await db
      .select({ id: equipmentStatus.id })
      .from(equipmentStatus)
      .where(and(eq(equipmentStatus.companyId, own), inArray(equipmentStatus.id, statusIds)))
    if (found.length !== statusIds.length) throw notThere('status', 'body.statusId')
  }
  const locationIds = distinct(drafts.map(({ locationId }) => locationId))
  if (locationIds.length > 0) {
    const found = await db
      .select({ id: location.id })
      .from(location)
      .where(from.locations(inArray(location.id, locationIds)))
    if (found.length !== locationIds.length) throw notThere('location', 'body.locationId')
  }
  await mustBeThere(
    scope,
    orgEntity,
    distinct(drafts.map(({ orgEntityId }) => orgEntityId)),
    'organisation entity',
    'body.orgEntityId',
  )
  if (drafts.some(({ tagIds }) => tagIds !== undefined && tagIds.length > MAX_TAGS))
    throw badInput('body.tagIds', 'too_big', `At most ${MAX_TAGS} tags.`)
  const tagIds = distinct(drafts.flatMap((draft) => draft.tagIds ?? []))
  if (tagIds.length > 0) {
    const found = await db
      .select({ id: tag.id })
      .from(tag)
      .where(and(eq(tag.companyId, own), inArray(tag.id, tagIds)))
    if (found.length !== tagIds.length) throw notThere('tag', 'body.tagIds')
  }
}
