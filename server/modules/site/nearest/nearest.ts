import { and, asc, eq, gte, lte, not, sql, type SQL } from 'drizzle-orm'
import type { FilterObject } from '#contract/filter.ts'
import type { Id } from '#contract/ids.ts'
import { SILENCE, staysOfRuns, type Stay } from '#contract/positioning/stays.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { badInput } from '#kernel/http/errors.ts'
import { count, equipmentFilter, intArray, searchRows } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { placeNames, visible, runsOf, type RunOf } from '../positionHistory/index.ts'
import {
  openTickets,
  roomSettings,
  selectMapEquipment,
  viewOf,
  isReservedByOther,
} from '../positions/index.ts'
import { startOf, waysFrom, type StartQuestion } from './ways.ts'

interface Question extends StartQuestion {
  filter?: FilterObject | undefined
  search?: string | undefined
  onlyUsable: boolean
  limit: number
}

const MAX_CANDIDATES = 20_000

const free = sql`(${tables.equipment.statusId} is null
  or (${tables.equipmentStatus.isUsable} and not ${tables.equipmentStatus.isInUse})) and ${openTickets} = 0`

export async function nearest(
  scope: Scope,
  { filter, search, onlyUsable, limit, ...from }: Question,
) {
  const start = await startOf(scope, from)
  const where = scope.from.equipment(
    equipmentFilter(filter),
    searchRows(scope, tables.equipment, search),
    eq(tables.equipment.isStatic, false),
    sql`${tables.lastPosition.id} is not null`,
    from.fromEquipmentId === undefined
      ? undefined
      : sql`${tables.equipment.id} <> ${from.fromEquipmentId}`,
    onlyUsable ? and(free, not(isReservedByOther(scope))) : undefined,
  )
  // Up to the maximum, the nearest by straight line, the same building first.
  const east = sql`(${tables.lastPosition.longitude} - ${start.longitude}) * cos(radians(${start.latitude}))`
  const north = sql`(${tables.lastPosition.latitude} - ${start.latitude})`
  const candidates = await selectMapEquipment(scope, where)
    .orderBy(
      sql`(${tables.building.id} = ${start.buildingId}) desc nulls last`,
      sql`(${east}) * (${east}) + ${north} * ${north}`,
      asc(tables.equipment.id),
    )
    .limit(MAX_CANDIDATES)
  const ways = await waysFrom(scope, start)
  const settings = await roomSettings(scope)
  const measured = candidates
    .flatMap((row) =>
      row.last === null ? [] : [{ row, last: row.last, ...ways.far(row.last, row.buildingId) }],
    )
    .sort((a, b) => a.metres - b.metres || a.row.equipment.id - b.row.equipment.id)
  return {
    count: candidates.length < MAX_CANDIDATES ? measured.length : await countOf(scope, where),
    rows: measured.slice(0, limit).map(({ row, last }) => {
      const { legs: _legs, ...facts } = ways.way(last, row.buildingId)
      return { ...viewOf(row, settings), ...facts }
    }),
  }
}

async function countOf(scope: Scope, where: SQL): Promise<number> {
  const found = selectMapEquipment(scope, where).as('found')
  const [all] = await scope.db.select({ count }).from(found)
  return all?.count ?? 0
}

export async function findWay(
  scope: Scope,
  { toEquipmentId, ...from }: StartQuestion & { toEquipmentId: Id<'equipment'> },
) {
  await visible(scope, toEquipmentId)
  const start = await startOf(scope, from)
  const [goal] = await selectMapEquipment(
    scope,
    scope.from.equipment(eq(tables.equipment.id, toEquipmentId)),
  )
  if (!goal?.last) throw badInput('body.toEquipmentId', 'nowhere', 'It has no place on the map.')
  const ways = await waysFrom(scope, start)
  const { legs, ...facts } = ways.way(goal.last, goal.buildingId)
  const names = await placeNames(
    scope,
    legs.map(({ floorId }) => ({ floorId, roomId: null })),
  )
  return {
    ...facts,
    legs: legs.map(({ floorId, ...leg }) => ({
      floorId,
      floorName: names({ floorId, roomId: null }).floorName,
      ...leg,
    })),
  }
}

/** Limit of examined runs. Throws beyond it, so that the caller narrows the query. */
const MAX_RUNS = 500_000

/**
 * Equipment that was in the same room, with times, to trace an infection or loss. Reads its own
 * stays, then who was in those rooms at that time, then the stays of those. The number of queries
 * is constant.
 */
export async function nearestHistory(
  scope: Scope,
  {
    equipmentId,
    from,
    to,
    limit,
  }: { equipmentId: Id<'equipment'>; from: string; to: string; limit: number },
) {
  await visible(scope, equipmentId)
  const span = and(gte(tables.position.at, new Date(from)), lte(tables.position.at, new Date(to)))
  const mine = staysOfRuns(
    await allRuns(scope, and(span, eq(tables.position.equipmentId, equipmentId))),
  ).filter(({ roomId }) => roomId !== null)
  if (mine.length === 0) return { count: 0, rows: [] }
  const others = await heardThere(scope, equipmentId, mine)
  if (others.size === 0) return { count: 0, rows: [] }
  const runs = await allRuns(
    scope,
    and(span, sql`${tables.position.equipmentId} = any(${intArray([...others.keys()])})`),
  )
  const byRoom = groupBy(mine, ({ roomId }) => roomId)
  const met = [...groupBy(runs, (run) => run.equipmentId)]
    .flatMap(([id, own]) =>
      staysOfRuns(own).flatMap((stay) =>
        (byRoom.get(stay.roomId) ?? []).flatMap((here) => {
          const [begin, end] = [
            Math.max(Date.parse(stay.from), Date.parse(here.from)),
            Math.min(Date.parse(stay.to), Date.parse(here.to)),
          ]
          return end > begin
            ? [
                {
                  id,
                  floorId: stay.floorId as Id<'floor'>,
                  roomId: stay.roomId as Id<'room'>,
                  from: new Date(begin).toISOString(),
                  to: new Date(end).toISOString(),
                  seconds: Math.round((end - begin) / 1000),
                },
              ]
            : []
        }),
      ),
    )
    .sort((a, b) => b.seconds - a.seconds)
  const page = met.slice(0, limit)
  const places = await placeNames(scope, page)
  return {
    count: met.length,
    rows: page.map(({ id, ...row }) => ({
      equipment: { id, name: others.get(id) ?? '' },
      ...row,
      ...places(row),
    })),
  }
}

async function allRuns(scope: Scope, where: SQL | undefined): Promise<RunOf[]> {
  const runs = await runsOf(scope, where, { most: MAX_RUNS })
  if (runs.length === MAX_RUNS)
    throw badInput(
      'body.from',
      'tooMuch',
      'So much was heard in this span that it cannot be told at once. Choose a shorter one.',
    )
  return runs
}

/** Look-back: a position that covers the start of a stay is at most two silences older. */
const EARLIER = 2 * SILENCE

async function heardThere(
  { db, from, actor: { companyId } }: Scope,
  equipmentId: Id<'equipment'>,
  mine: readonly Stay[],
): Promise<Map<number, string>> {
  const windows = JSON.stringify(
    mine.map((stay) => ({
      floor: stay.floorId,
      room: stay.roomId,
      begun: new Date(Date.parse(stay.from) - EARLIER).toISOString(),
      ended: stay.to,
    })),
  )
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct there.equipment_id as id
    from jsonb_to_recordset(${windows}::jsonb) as mine (floor int, room int, begun timestamptz,
    ended timestamptz)
    join ${tables.position} there on there.company_id = ${companyId} and there.floor_id = mine.floor
    and there.room_id = mine.room and there.at between mine.begun and mine.ended
    and there.equipment_id <> ${equipmentId}`)
  if (rows.length === 0) return new Map()
  const seen = await db
    .select({ id: tables.equipment.id, name: tables.equipment.name })
    .from(tables.equipment)
    .where(from.equipment(sql`${tables.equipment.id} = any(${intArray(rows.map(({ id }) => id))})`))
  return new Map(seen.map(({ id, name }) => [id, name]))
}
