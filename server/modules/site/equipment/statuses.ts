import { eq, inArray } from 'drizzle-orm'
import type { StatusesSet } from '#contract/equipment/equipment.ts'
import type { Id } from '#contract/ids.ts'
import { MAX_IDS } from '#contract/rules/bounds.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { notifyStatusChanged } from '../../foundation/alerts/index.ts'
import { moveFellows, movedCounts } from './moveFellows.ts'
import { checkNames } from './parseInput.ts'
import { readable, selectEquipment } from './rows.ts'

type StatusBefore = StatusesSet['before'][number]

interface StatusSetting {
  apart?: readonly Id<'equipment'>[]
  /** The user whom the journal names for each. If omitted, `scope` for all. */
  writer?: (id: Id<'equipment'>) => Scope
}

export async function setStatus(
  scope: Scope,
  ids: readonly Id<'equipment'>[],
  statusId: Id<'equipmentStatus'> | null,
  { apart = [], writer = () => scope }: StatusSetting = {},
): Promise<StatusesSet> {
  const wanted = [...new Set(ids)]
  await checkNames(scope, [{ statusId }])
  const before = await selectEquipment(
    scope,
    scope.from.equipment(inArray(tables.equipment.id, wanted)),
  )
  if (before.length !== wanted.length) throw refuseNotFound('equipment', 'body.equipmentIds')
  const changing = before.filter((row) => row.equipment.statusId !== statusId)
  if (changing.length === 0) return { updated: 0, fellows: 0, before: [] }
  await scope.db
    .update(tables.equipment)
    .set({ statusId, ...nextVersion(tables.equipment, scope.clock.now()) })
    .where(
      scope.from.equipment(
        inArray(
          tables.equipment.id,
          changing.map((row) => row.equipment.id),
        ),
      ),
    )
  const [status] =
    statusId === null
      ? []
      : await scope.db
          .select({ name: tables.equipmentStatus.name })
          .from(tables.equipmentStatus)
          .where(eq(tables.equipmentStatus.id, statusId))
  const carried = await moveFellows(
    scope,
    new Map(changing.map((row) => [Number(row.equipment.id), { statusId }])),
    new Map([...wanted, ...apart].map((id) => [Number(id), { location: false, status: true }])),
  )
  const movedWith = movedCounts(carried)
  for (const row of changing)
    await writer(row.equipment.id).journal({
      entity: 'equipment',
      id: row.equipment.id,
      name: row.equipment.name,
      before: readable(row),
      after: {
        ...readable(row),
        status: status?.name ?? null,
        fellowsMoved: movedWith(row.equipment.id) || null,
      },
    })
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
      ...changing.map(({ equipment }) => ({ id: equipment.id, was: equipment.statusId })),
      ...(await seenOf(scope, carried)).map(({ id, statusBefore }) => ({ id, was: statusBefore })),
    ]),
  }
}

const inBatches = (
  rows: readonly { id: Id<'equipment'>; was: Id<'equipmentStatus'> | null }[],
): StatusBefore[] =>
  [...groupBy(rows, ({ was }) => was)].flatMap(([was, all]) =>
    Array.from({ length: Math.ceil(all.length / MAX_IDS) }, (_, at) => ({
      statusId: was,
      equipmentIds: all.slice(at * MAX_IDS, (at + 1) * MAX_IDS).map(({ id }) => id),
    })),
  )

async function seenOf<C extends { id: Id<'equipment'> }>(
  { db, from }: Scope,
  carried: readonly C[],
): Promise<C[]> {
  if (carried.length === 0) return []
  const rows = await db
    .select({ id: tables.equipment.id })
    .from(tables.equipment)
    .where(
      from.equipment(
        inArray(
          tables.equipment.id,
          carried.map(({ id }) => id),
        ),
      ),
    )
  const seen = new Set(rows.map(({ id }) => id))
  return carried.filter(({ id }) => seen.has(id))
}

/** Undoes a batch. Equipment whose status was changed since keeps it. */
export async function restoreStatuses(
  scope: Scope,
  statusId: Id<'equipmentStatus'> | null,
  before: readonly StatusBefore[],
): Promise<{ updated: number; left: number }> {
  await checkNames(scope, [{ statusId }])
  const batches: { was: Id<'equipmentStatus'> | null; ids: Id<'equipment'>[] }[] = []
  let asked = 0
  // Reads everything before writing: fellows that follow their owner would otherwise look changed.
  for (const [index, { statusId: was, equipmentIds }] of before.entries()) {
    const wanted = [...new Set(equipmentIds)]
    const rows = await scope.db
      .select({ id: tables.equipment.id, statusId: tables.equipment.statusId })
      .from(tables.equipment)
      .where(scope.from.equipment(inArray(tables.equipment.id, wanted)))
    if (rows.length !== wanted.length)
      throw refuseNotFound('equipment', `body.before.${index}.equipmentIds`)
    asked += rows.length
    batches.push({
      was,
      ids: rows.filter((row) => row.statusId === statusId).map(({ id }) => id),
    })
  }
  const named = before.flatMap(({ equipmentIds }) => equipmentIds)
  let updated = 0
  for (const { was, ids } of batches)
    updated += (await setStatus(scope, ids, was, { apart: named })).updated
  return { updated, left: asked - updated }
}
