import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { equipment as contract } from '#contract/equipment/equipment.ts'
import { equipmentFields as fields } from '#contract/equipment/equipmentFields.ts'
import type { Id } from '#contract/ids.ts'
import type { Became } from '#contract/rules/fellows.ts'
import type { MetadataValue } from '#contract/rules/metadata.ts'
import * as tables from '#db/schema/index.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { uniqueValues, emptyTextsToNull } from '#kernel/data/entityFields.ts'
import { insertRows, withDefaults } from '#kernel/data/insertRows.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { plannedOnce } from '#kernel/data/preparedStatements.ts'
import { versionFor } from '#kernel/data/unversionedWrites.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { writeChanges, type RowChange } from '#kernel/data/updateRows.ts'
import { nextVersion, refuseStale } from '#kernel/data/updateVersioned.ts'
import { notifyStatusChanged } from '../../foundation/alerts/index.ts'
import { referencesGone } from '../../foundation/review/index.ts'
import { moveFellows, movedCounts } from './moveFellows.ts'
import { detachFellows } from './detachFellows.ts'
import { parseMetadata } from '../../foundation/metadata/index.ts'
import { checkNames, type Draft } from './parseInput.ts'
import { refuseForeignFellows } from './retype.ts'
import { detailOf, readable, selectEquipment, selectNewEquipment, type Selected } from './rows.ts'

type Update = z.output<typeof contract.updateEquipment.body>
type Facts = Omit<Update, 'position'>

export async function selectOneEquipment(scope: Scope, id: Id<'equipment'>): Promise<Selected> {
  const [found] = await selectEquipment(scope, scope.from.equipment(eq(tables.equipment.id, id)))
  if (!found) throw refuseNotFound('equipment')
  return found
}

export const create = async (scope: Scope, draft: Draft) =>
  detailOf(scope, theOnly(await createAll(scope, [draft])))

export async function update(
  scope: Scope,
  id: Id<'equipment'>,
  { version: sent, ...change }: Facts,
) {
  const version = await versionFor(scope, tables.equipment, id, sent)
  const { rows, moved } = await changeAll(scope, [{ id, version, change }])
  return { ...(await detailOf(scope, theOnly(rows))), ...(moved > 0 && { fellowsMoved: moved }) }
}

const theOnly = ([found]: readonly Selected[]): Selected => {
  if (!found) throw refuseNotFound('equipment')
  return found
}

export async function createAll(scope: Scope, drafts: readonly Draft[]): Promise<Selected[]> {
  if (drafts.length === 0) return []
  await checkNames(scope, drafts)
  const now = scope.clock.now()
  const rows = []
  for (const draft of drafts)
    rows.push({
      ...emptyTextsToNull(fields, draft),
      metadata: await parseMetadata(scope, 'equipment', draft.metadata ?? []),
      companyId: scope.actor.companyId,
      createdAt: now,
      updatedAt: now,
    })
  const made = await plannedOnce(scope.db).execute<{ id: Id<'equipment'> }>(
    sql`${insertRows(tables.equipment, withDefaults(tables.equipment, rows))} returning id`,
  )
  const after = await all(
    scope,
    made.rows.map(({ id }) => id),
    selectNewEquipment,
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
  version: number
  change: Omit<Facts, 'version'>
}

export const updateAll = async (scope: Scope, changes: readonly Change[]): Promise<Selected[]> =>
  (await changeAll(scope, changes)).rows

/** `moved`: number of fellows that followed. */
async function changeAll(
  scope: Scope,
  changes: readonly Change[],
): Promise<{ rows: Selected[]; moved: number }> {
  const ids = changes.map(({ id }) => id)
  const before = await all(scope, ids)
  const wanted = changes.map(({ version, change }, index) => ({
    before: before[index] as Selected,
    version,
    change: { ...change },
  }))
  for (const { before: row, version, change } of wanted) {
    await refuseStale(version, row.equipment, () => detailOf(scope, row))
    // A caller who may not see the location reads null; sending null back must not clear it.
    if (change.locationId === null && row.location === null) delete change.locationId
  }
  await checkNames(
    scope,
    wanted.map(({ change }) => change),
  )
  const rows: RowChange[] = []
  for (const { before: row, version, change } of wanted) {
    const { metadata, ...facts } = change
    const set = {
      ...emptyTextsToNull(fields, facts),
      ...(metadata !== undefined && {
        metadata: await parseMetadata(scope, 'equipment', metadata, row.equipment.metadata),
      }),
    }
    rows.push({ id: row.equipment.id, version, set })
  }
  await writeChanges(scope.db, tables.equipment, rows, {
    at: scope.clock.now(),
    where: (isOfRow) => scope.from.equipment(isOfRow),
  })
  await refuseForeignFellows(
    scope,
    wanted.flatMap(({ before: { equipment: was }, change }) =>
      change.typeId === undefined || change.typeId === was.typeId ? [] : [was.id],
    ),
  )
  const after = await all(scope, ids)
  const pairs = after.map((row, index) => ({ row, was: before[index] as Selected }))
  const carried = await moveFellows(scope, whatBecame(pairs), whatWasSaid(wanted))
  const movedWith = movedCounts(carried)
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
/**
 * Which location and status the caller set: an explicit value of a fellow takes precedence over its
 * owner's.
 */
const whatWasSaid = (
  changes: readonly { before: Selected; change: Partial<Pick<Draft, 'locationId' | 'statusId'>> }[],
) =>
  new Map(
    changes.map(({ before, change }) => [
      Number(before.equipment.id),
      { location: change.locationId !== undefined, status: change.statusId !== undefined },
    ]),
  )

/** Rows in the order of `ids`. Throws 404 if any of them is missing or hidden from the user. */
async function all(
  scope: Scope,
  ids: readonly Id<'equipment'>[],
  select: (scope: Scope, where: SQL) => PromiseLike<Selected[]> = selectEquipment,
): Promise<Selected[]> {
  if (ids.length === 0) return []
  const found = await select(scope, scope.from.equipment(isAnyId(tables.equipment.id, ids)))
  const rows = new Map(found.map((row) => [row.equipment.id, row]))
  return ids.map((id) => {
    const row = rows.get(id)
    if (!row) throw refuseNotFound('equipment')
    return row
  })
}

export const remove = (scope: Scope, id: Id<'equipment'>): Promise<void> => removeAll(scope, [id])

/** Soft delete. Procedure logs on the equipment stay readable. */
export async function removeAll(scope: Scope, ids: readonly Id<'equipment'>[]): Promise<void> {
  if (ids.length === 0) return
  const before = await all(scope, ids)
  await scope.db
    .update(tables.equipment)
    .set({ deletedAt: scope.clock.now(), ...nextVersion(tables.equipment) })
    .where(scope.from.equipment(inArray(tables.equipment.id, [...ids])))
  await detachFellows(scope, ids)
  const gone = before.map((row) => row.equipment)
  await referencesGone(scope, 'equipment', gone)
  await scope.journal(
    ...before.map((row) => ({
      entity: 'equipment' as const,
      id: row.equipment.id,
      name: row.equipment.name,
      before: readable(row),
      after: null,
    })),
  )
}

export interface MetadataSet {
  scope: Scope
  id: Id<'equipment'>
  fieldId: Id<'metadataField'>
  value: MetadataValue | null
}

/**
 * Writes all values in one statement and returns the changed ones. Each must belong to another
 * equipment. Throws, and writes nothing, if any is missing.
 */
export async function setMetadata(
  scope: Scope,
  sets: readonly MetadataSet[],
): Promise<ReadonlySet<number>> {
  const ids = uniqueValues(sets.map(({ id }) => id))
  if (ids.length < sets.length) throw new Error('One equipment is named twice')
  if (ids.length === 0) return new Set()
  const where = scope.from.equipment(inArray(tables.equipment.id, ids))
  const rows = new Map(
    (await selectEquipment(scope, where)).map((row): [number, Selected] => [row.equipment.id, row]),
  )
  const changes = sets.flatMap((set) => {
    const before = rows.get(set.id)
    if (!before) throw refuseNotFound('equipment')
    const { [set.fieldId]: old, ...others } = before.equipment.metadata
    if (JSON.stringify(old ?? null) === JSON.stringify(set.value)) return []
    const metadata = set.value === null ? others : { ...others, [set.fieldId]: set.value }
    return [{ ...set, before, metadata }]
  })
  if (changes.length === 0) return new Set()
  const written = JSON.stringify(changes.map(({ id, metadata }) => ({ id, metadata })))
  await scope.db.execute(sql`update ${tables.equipment}
    set metadata = written.metadata, version = ${nextVersion(tables.equipment).version},
      updated_at = ${scope.clock.now()}
    from jsonb_to_recordset(${written}::jsonb) as written(id int, metadata jsonb)
    where ${scope.from.equipment(sql`${tables.equipment.id} = written.id`)}`)
  for (const { scope: writer, id, before, metadata } of changes) {
    await writer.journal({
      entity: 'equipment',
      id,
      name: before.equipment.name,
      before: readable(before),
      after: readable({ ...before, equipment: { ...before.equipment, metadata } }),
    })
    scope.changed({ type: 'Equipment', id }, 'Equipment')
  }
  return new Set(changes.map(({ id }) => id))
}
