import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { columnsOf } from '#contract/positioning/columns.ts'
import { rtls as contract } from '#contract/rtls/rtls.ts'
import { glyphNumbers } from '#contract/rules/equipmentGlyph.ts'
import { boundsOf, isInside } from '#contract/venue/polygon.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { count, equipmentFilter, orderOf, searchRows } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import {
  createBeacon,
  deleteBeacon,
  listBeacons,
  updateBeacon,
  forgetFacts,
  lastSeen,
  LIVE_MAXIMUM,
  locationsOfAll,
  mapSort,
  positionOf,
  roomSettings,
  selectMapEquipment,
  viewOf,
  clearPosition,
  setPosition,
  readSettings,
  writeSettings,
} from '../positions/index.ts'
import {
  heatmap,
  historyOf,
  staysOfEquipment,
  triangulationLogs,
  replay,
} from '../positionHistory/index.ts'
import { simulatorState, switchSimulator } from '../simulator/index.ts'
import {
  allBuildings,
  deleteBuilding,
  oneFloor,
  placeOfLocation,
  renameBuilding,
} from '../venues/index.ts'

export function rtlsHandlers(kernel: Kernel): Handlers<typeof contract> {
  const seen = async <T>(
    companyId: Parameters<typeof forgetFacts>[1],
    work: Promise<T>,
  ): Promise<T> => {
    const result = await work
    forgetFacts(kernel, companyId)
    return result
  }
  return {
    async listBuildings(scope) {
      const rows = await allBuildings(scope)
      return { count: rows.length, rows }
    },
    getFloor: (scope, { params }) => oneFloor(scope, params.id),
    getPlaceOfLocation: (scope, { params }) => placeOfLocation(scope, params.id),
    renameBuilding: (scope, { params, body }) => renameBuilding(scope, params.id, body),
    async deleteBuilding(scope, { params }) {
      await seen(scope.actor.companyId, deleteBuilding(scope, params.id))
      return { deleted: true }
    },
    async listMapEquipment(scope, { body }) {
      const { search, filter, floorId, buildingId, isStatic, ids, limit, offset, sort } = body
      const asksNothing =
        (search ?? '').trim() === '' &&
        filter === undefined &&
        floorId === undefined &&
        buildingId === undefined &&
        ids === undefined
      if (asksNothing) return { count: 0, rows: [] } // the specification requires an empty list here
      const where = scope.from.equipment(
        searchRows(scope, tables.equipment, search),
        equipmentFilter(filter),
        isStatic === undefined ? undefined : eq(tables.equipment.isStatic, isStatic),
        ids === undefined ? undefined : inArray(tables.equipment.id, ids),
        floorId === undefined ? undefined : eq(tables.lastPosition.floorId, floorId),
        buildingId === undefined ? undefined : eq(tables.floor.buildingId, buildingId),
      )
      const [total] = await scope.db
        .select({ count })
        .from(tables.equipment)
        .leftJoin(
          tables.lastPosition,
          and(
            eq(tables.lastPosition.companyId, tables.equipment.companyId),
            eq(tables.lastPosition.equipmentId, tables.equipment.id),
          ),
        )
        .leftJoin(tables.floor, joinOn(tables.floor, tables.lastPosition.floorId))
        .where(where)
      const settings = await roomSettings(scope)
      const rows = await selectMapEquipment(scope, where)
        .orderBy(
          ...orderOf(scope, sort, mapSort, tables.equipment.id, [
            sql`${tables.lastPosition.id} is null`,
            byName(scope, tables.equipment.name),
            asc(tables.equipment.id),
          ]),
        )
        .limit(limit)
        .offset(offset)
      return { count: total?.count ?? 0, rows: rows.map((row) => viewOf(row, settings)) }
    },
    async getLastSeenAllEquipment(scope, { body }) {
      const at = scope.clock.now()
      const { count: total, rows } = await lastSeen(scope, body)
      return {
        at: at.toISOString(),
        count: total,
        rows: rows.map(({ last, typeName: _type, ...mark }) => ({ ...positionOf(last), ...mark })),
      }
    },
    async getLivePositions(scope, { body }) {
      const at = scope.clock.now().toISOString()
      const { count: total, rows } = await lastSeen(scope, body)
      const glyphs = glyphNumbers()
      const columns = columnsOf(
        at,
        total,
        rows.map(({ last, isStatic, colour, typeName }) => ({
          ...positionOf(last),
          isStatic,
          colour,
          glyph: glyphs(typeName),
        })),
      )
      return {
        ...columns,
        equipmentIds: rows.map(({ last }) => last.equipmentId),
        floorIds: rows.map(({ last }) => last.floorId),
      }
    },
    getHistoryOfEquipment: (scope, { body }) => historyOf(scope, body),
    getLastLocationsOfEquipment: (scope, { body }) => staysOfEquipment(scope, body),
    getLocationsOfAllEquipment: (scope, { body }) => locationsOfAll(scope, body),
    getTriangulationLogs: (scope, { body }) => triangulationLogs(scope, body),
    async getEquipmentInCoordinates(
      scope,
      { body: { floorId, outline, search, sort, limit, offset } },
    ) {
      const [ground] = await scope.db
        .select({ id: tables.floor.id })
        .from(tables.floor)
        .where(ofCompany(tables.floor, scope.actor.companyId, eq(tables.floor.id, floorId)))
      if (!ground) throw refuseNotFound('floor', 'body.floorId')
      const bounds = boundsOf([outline])
      const where = scope.from.equipment(
        searchRows(scope, tables.equipment, search),
        eq(tables.lastPosition.floorId, floorId),
        bounds === null
          ? sql`false`
          : sql`${tables.lastPosition.longitude} between ${bounds.west} and ${bounds.east}
            and ${tables.lastPosition.latitude} between ${bounds.south} and ${bounds.north}`,
      )
      const settings = await roomSettings(scope)
      const rows = (
        await selectMapEquipment(scope, where)
          .orderBy(
            ...orderOf(scope, sort, { name: tables.equipment.name }, tables.equipment.id, [
              byName(scope, tables.equipment.name),
            ]),
          )
          .limit(LIVE_MAXIMUM)
      ).filter(({ last }) => last !== null && isInside(outline, last))
      return {
        count: rows.length,
        rows: rows.slice(offset, offset + limit).map((row) => viewOf(row, settings)),
      }
    },
    listBeacons: (scope) => listBeacons(scope, { limit: 20_000, offset: 0 }),
    searchBeacons: (scope, { body }) => listBeacons(scope, body),
    createBeacon: (scope, { body }) => seen(scope.actor.companyId, createBeacon(scope, body)),
    updateBeacon: (scope, { params, body }) =>
      seen(scope.actor.companyId, updateBeacon(scope, params.id, body)),
    async deleteBeacon(scope, { params }) {
      await seen(scope.actor.companyId, deleteBeacon(scope, params.id))
      return { deleted: true }
    },
    placeEquipment: (scope, { params, body }) =>
      seen(scope.actor.companyId, setPosition(scope, params.equipmentId, body)),
    clearPlace: (scope, { params }) => clearPosition(kernel, scope, params.equipmentId),
    getHeatmap: (scope, { body }) => heatmap(scope, body),
    getReplay: (scope, { body }) => replay(scope, body),
    getSimulator: (scope) => simulatorState(kernel, scope),
    setSimulator: (scope, { body }) => switchSimulator(kernel, scope, body.isRunning),
    getTrackingSettings: (scope) => readSettings(scope),
    updateTrackingSettings: (scope, { body }) =>
      seen(scope.actor.companyId, writeSettings(scope, body)),
  }
}
