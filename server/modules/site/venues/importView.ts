import { and, asc, desc, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import {
  applyCorrections,
  type Corrected,
  type CorrectedFloor,
} from '#contract/venue/applyCorrections.ts'
import { corrections, countOfCorrections, type Corrections } from '#contract/venue/corrections.ts'
import { namedRooms, type NamedRooms, type VenuePlan } from '#contract/venue/plan.ts'
import type { PlanChecks } from '#contract/venue/planChecks.ts'
import { isRestricted } from '#contract/venue/roomUse.ts'
import type { venueImport as shape } from '#contract/venue/venueImports.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { knownOf } from './knownPlaces.ts'

export type ImportRow = typeof tables.venueImport.$inferSelect
type View = z.input<typeof shape>

const MAX_FAULTS = 300

export async function viewOf(scope: Scope, row: ImportRow): Promise<View> {
  const made = corrections.parse(row.corrections)
  const { buildings, unfit } = applyCorrections(row.plan, made)
  const known = await knownOf(scope, buildings)
  const rooms = await roomsOn(
    scope,
    buildings.flatMap((house) =>
      house.floors.flatMap((level) => known.floor(house, level)?.id ?? []),
    ),
  )
  const hasOwn = countOfCorrections(made) > 0
  return {
    id: row.id,
    version: row.version,
    fileName: row.fileName,
    createdAt: row.createdAt.toISOString(),
    appliedAt: row.appliedAt?.toISOString() ?? null,
    isUndoable: row.done !== null,
    equipment: row.register?.rows ?? 0,
    ...faultsOf(row, buildings),
    features: featuresOf(row.plan),
    assumed: row.plan.assumed ?? [],
    texts: row.plan.texts ?? [],
    floorSources: row.plan.floorSources ?? [],
    corrections: hasOwn ? made : null,
    unfit,
    earlier: hasOwn || row.done !== null ? null : await earlierOf(scope, row),
    buildings: buildings.map((house) => ({
      key: house.key,
      name: house.name,
      longitude: house.longitude,
      latitude: house.latitude,
      isKnown: known.building(house) !== undefined,
      isFar: house.floors.length > 0 && known.isFar(house),
      aside: house.aside.map(({ floor, name, onto }) => ({ key: floor, name, onto })),
      floors: house.floors.map((level) => {
        const stands = known.floor(house, level)
        const planned = new Set(level.rooms.map(({ externalId }) => externalId))
        const goes = (stands ? (rooms.get(stands.id) ?? []) : []).filter(
          ({ externalId }) => externalId === null || !planned.has(externalId),
        )
        return {
          key: level.externalId,
          name: level.name,
          shortName: level.shortName,
          ordinal: level.ordinal,
          isCorrected: level.isCorrected,
          isKnown: stands !== undefined,
          rooms: level.rooms.length,
          walls: level.parts.filter(({ kind }) => kind === 'wall').length,
          doors: level.parts.filter(({ kind }) => kind === 'door').length,
          restricted: level.rooms.filter(({ category }) => isRestricted(category ?? null)).length,
          removed: namedRooms(goes),
          unreached: unreachedOn(row.checks, house.key, level),
        }
      }),
    })),
  }
}

function unreachedOn(
  checks: PlanChecks | null,
  building: string,
  floor: CorrectedFloor,
): NamedRooms {
  if (checks === null) return floor.unreached ?? namedRooms([])
  const found = checks.unreached.find(
    (one) => one.building === building && one.floor === floor.externalId,
  )
  const ids = new Set(found?.rooms)
  return namedRooms(floor.rooms.filter(({ externalId }) => ids.has(externalId)))
}

function faultsOf(
  { checks, faults, faultCount }: ImportRow,
  buildings: Corrected['buildings'],
): Pick<View, 'faults' | 'faultCount'> {
  const places = new Map<string, { building: string; floor: string; room: string }>()
  for (const { key: building, floors } of buildings)
    for (const { externalId: floor, rooms } of floors)
      for (const { origin, externalId: room } of rooms)
        if (!places.has(origin.room)) places.set(origin.room, { building, floor, room })
  const placed = (checks?.faults ?? []).map(({ building, floor, room, code }) => ({
    file: floor,
    feature: room,
    code,
    place: { building, floor, room },
  }))
  const others = faults.map((fault) => ({
    ...fault,
    place: (fault.feature === null ? undefined : places.get(fault.feature)) ?? null,
  }))
  return {
    faults: [...placed, ...others].slice(0, MAX_FAULTS),
    faultCount: (checks?.faultCount ?? 0) + faultCount,
  }
}

/** Counts of the file's features, and whether a correction could draw them as areas or lines. */
function featuresOf({ buildings, features = [] }: VenuePlan): View['features'] {
  const drawn = new Map<string, 'area' | 'line'>()
  const add = (became: string, what: string | undefined, isArea: boolean): void => {
    const key = `${became}\n${what}`
    if (isArea || !drawn.has(key)) drawn.set(key, isArea ? 'area' : 'line')
  }
  for (const { floors } of buildings)
    for (const { rooms, parts, spare = [] } of floors) {
      for (const { what } of rooms) add('room', what, true)
      for (const { kind, what, shape: drawing } of parts)
        add(kind, what, drawing.type === 'Polygon')
      for (const { became, what, shape: drawing } of spare)
        add(became, what, drawing.type === 'Polygon')
    }
  return features.map((feature) => ({
    ...feature,
    drawn: drawn.get(`${feature.became}\n${feature.what}`) ?? null,
  }))
}

const EARLIER = 20

/** Finds corrections of another import of the same buildings, or of a file with the same name. */
async function earlierOf(
  { db, actor }: Scope,
  { id, plan, fileName }: ImportRow,
): Promise<View['earlier']> {
  const table = tables.venueImport
  const others = await db
    .select({
      createdAt: table.createdAt,
      fileName: table.fileName,
      corrections: table.corrections,
    })
    .from(table)
    .where(
      ofCompany(
        table,
        actor.companyId,
        and(ne(table.id, id), sql`${table.corrections} <> '{}'::jsonb`),
      ),
    )
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(EARLIER)
  const ids = new Set(plan.buildings.flatMap(({ externalId }) => externalId ?? []))
  for (const other of others) {
    const made: Corrections = corrections.parse(other.corrections)
    const isNamed = [...made.floors, ...made.rooms, ...made.added].some(({ building }) =>
      ids.has(building),
    )
    if (!isNamed && other.fileName !== fileName) continue
    const fits = countOfCorrections(made) - applyCorrections(plan, made).unfit.length
    if (fits > 0) return { createdAt: other.createdAt.toISOString(), fits, corrections: made }
  }
  return null
}

async function roomsOn({ db, actor }: Scope, floors: readonly Id<'floor'>[]) {
  const found =
    floors.length === 0
      ? []
      : await db
          .select({
            floorId: tables.room.floorId,
            name: tables.room.name,
            externalId: tables.room.externalId,
          })
          .from(tables.room)
          .where(ofCompany(tables.room, actor.companyId, inArray(tables.room.floorId, [...floors])))
          .orderBy(byName({ actor }, tables.room.name), asc(tables.room.id))
  return groupBy(found, ({ floorId }) => floorId)
}
