/**
 * scope.from: the rows the actor may see. A query that starts here cannot forget a right, or a
 * deleted row.
 */
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import {
  automation,
  equipment,
  equipmentType,
  location,
  locationType,
  occurrence,
  procedure,
  procedureLog,
  procedureType,
  rrule,
  sensor,
  summedCell,
  ticket,
} from '#db/schema/index.ts'
import type { Actor } from './actor.ts'

/** Each returns the WHERE of visible rows, combined with the caller's conditions. */
export interface From {
  equipment(...conditions: (SQL | undefined)[]): SQL
  locations(...conditions: (SQL | undefined)[]): SQL
  procedures(...conditions: (SQL | undefined)[]): SQL
  /**
   * Logs are visible to those who see their procedure and their equipment or location. Uses
   * subqueries, so no join is needed.
   */
  procedureLogs(...conditions: (SQL | undefined)[]): SQL
  /** Occurrences, by the same rule. */
  occurrences(...conditions: (SQL | undefined)[]): SQL
  /** Rollups of logs and occurrences, by the same rule. */
  summedCells(...conditions: (SQL | undefined)[]): SQL
  tickets(...conditions: (SQL | undefined)[]): SQL
  /** By the equipment and location that they watch. Uses subqueries, so no join is needed. */
  sensors(...conditions: (SQL | undefined)[]): SQL
  /** Visible with their procedure. No join is needed. */
  automations(...conditions: (SQL | undefined)[]): SQL
  rrules(...conditions: (SQL | undefined)[]): SQL
  /** Permitted types. All of them for people who manage types or grant them (decision 18). */
  equipmentTypes(...conditions: (SQL | undefined)[]): SQL
  locationTypes(...conditions: (SQL | undefined)[]): SQL
  procedureTypes(...conditions: (SQL | undefined)[]): SQL
  /** Includes deleted rows, for the journal and for last names in rules. */
  ever: Pick<From, 'equipment' | 'locations' | 'procedures' | 'sensors'>
}

/** True if the actor sees every equipment, location and procedure. */
export const seesAll = ({ equipmentTypeIds, locationTypeIds, procedureTypeIds }: Actor): boolean =>
  equipmentTypeIds === null && locationTypeIds === null && procedureTypeIds === null

export function rightsOf(actor: Actor): From {
  const ofTypes = (
    column: typeof equipment.typeId | typeof location.typeId | typeof procedure.typeId,
    permitted: readonly number[] | null,
  ) => {
    if (permitted === null) return undefined
    return permitted.length === 0 ? sql`false` : inArray(sql`${column}`, [...permitted])
  }
  const all = (...parts: (SQL | undefined)[]) => and(...parts) ?? sql`true`
  const ownEquipment = all(
    eq(equipment.companyId, actor.companyId),
    ofTypes(equipment.typeId, actor.equipmentTypeIds),
  )
  const ownLocations = all(
    eq(location.companyId, actor.companyId),
    ofTypes(location.typeId, actor.locationTypeIds),
  )
  const ownProcedures = all(
    eq(procedure.companyId, actor.companyId),
    ofTypes(procedure.typeId, actor.procedureTypeIds),
  )
  const seesEquipment = (column: SQL) =>
    actor.equipmentTypeIds === null
      ? undefined
      : or(
          sql`${column} is null`,
          sql`${column} in (select ${equipment.id} from ${equipment} where ${ownEquipment})`,
        )
  const seesLocation = (column: SQL) =>
    actor.locationTypeIds === null
      ? undefined
      : or(
          sql`${column} is null`,
          sql`${column} in (select ${location.id} from ${location} where ${ownLocations})`,
        )
  const seesProcedure = (column: SQL) =>
    actor.procedureTypeIds === null
      ? undefined
      : sql`${column} in (select ${procedure.id} from ${procedure} where ${ownProcedures})`
  const ownWork = (
    table: typeof procedureLog | typeof occurrence | typeof summedCell,
    conditions: (SQL | undefined)[],
  ) =>
    all(
      eq(table.companyId, actor.companyId),
      seesProcedure(sql`${table.procedureId}`),
      seesEquipment(sql`${table.equipmentId}`),
      seesLocation(sql`${table.locationId}`),
      ...conditions,
    )
  const ofOwnProcedure = (
    table: typeof automation | typeof rrule,
    conditions: (SQL | undefined)[],
  ) =>
    all(
      eq(table.companyId, actor.companyId),
      seesProcedure(sql`${table.procedureId}`),
      ...conditions,
    )
  const ownSensors = (things: SQL, places: SQL, conditions: (SQL | undefined)[]) =>
    all(
      eq(sensor.companyId, actor.companyId),
      sql`(${sensor.equipmentId} is null
        or ${sensor.equipmentId} in (select ${equipment.id} from ${equipment} where ${things}))`,
      sql`(${sensor.locationId} is null
        or ${sensor.locationId} in (select ${location.id} from ${location} where ${places}))`,
      ...conditions,
    )
  const readsAllTypes =
    actor.permissions.has('editor|management') || actor.permissions.has('editor|users')
  const types = (
    table: typeof equipmentType | typeof locationType | typeof procedureType,
    permitted: readonly number[] | null,
    conditions: (SQL | undefined)[],
  ) => {
    const chosen =
      readsAllTypes || permitted === null
        ? undefined
        : permitted.length === 0
          ? sql`false`
          : inArray(sql`${table.id}`, [...permitted])
    return all(eq(table.companyId, actor.companyId), chosen, ...conditions)
  }
  return {
    automations: (...conditions) => ofOwnProcedure(automation, conditions),
    rrules: (...conditions) => ofOwnProcedure(rrule, [isNull(rrule.deletedAt), ...conditions]),
    equipmentTypes: (...conditions) => types(equipmentType, actor.equipmentTypeIds, conditions),
    locationTypes: (...conditions) => types(locationType, actor.locationTypeIds, conditions),
    procedureTypes: (...conditions) => types(procedureType, actor.procedureTypeIds, conditions),
    ever: {
      equipment: (...conditions) => all(ownEquipment, ...conditions),
      locations: (...conditions) => all(ownLocations, ...conditions),
      procedures: (...conditions) => all(ownProcedures, ...conditions),
      sensors: (...conditions) => ownSensors(ownEquipment, ownLocations, conditions),
    },
    equipment: (...conditions) => all(ownEquipment, isNull(equipment.deletedAt), ...conditions),
    locations: (...conditions) => all(ownLocations, isNull(location.deletedAt), ...conditions),
    procedures: (...conditions) => all(ownProcedures, isNull(procedure.deletedAt), ...conditions),
    procedureLogs: (...conditions) => ownWork(procedureLog, conditions),
    occurrences: (...conditions) => ownWork(occurrence, conditions),
    summedCells: (...conditions) => ownWork(summedCell, conditions),
    sensors: (...conditions) =>
      ownSensors(
        all(ownEquipment, isNull(equipment.deletedAt)),
        all(ownLocations, isNull(location.deletedAt)),
        conditions,
      ),
    tickets: (...conditions) =>
      all(
        eq(ticket.companyId, actor.companyId),
        seesEquipment(sql`${ticket.equipmentId}`),
        seesLocation(sql`${ticket.locationId}`),
        ...conditions,
      ),
  }
}
