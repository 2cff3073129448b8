/**
 * scope.from: the rows the actor may see. A query that starts here cannot forget a right, or a
 * deleted row.
 */
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Actor } from './actor.ts'

/** Each function returns the WHERE of visible rows, combined with the caller's conditions. */
export interface From {
  equipment(...conditions: (SQL | undefined)[]): SQL
  locations(...conditions: (SQL | undefined)[]): SQL
  procedures(...conditions: (SQL | undefined)[]): SQL
  /**
   * Visible to users who see the procedure and the equipment or location. Occurrences and rollups
   * follow the same rule. Uses subqueries, so no join is needed.
   */
  procedureLogs(...conditions: (SQL | undefined)[]): SQL
  occurrences(...conditions: (SQL | undefined)[]): SQL
  summedCells(...conditions: (SQL | undefined)[]): SQL
  tickets(...conditions: (SQL | undefined)[]): SQL
  /**
   * Visible with the equipment and location that the sensor monitors. Uses subqueries, so no join
   * is needed.
   */
  sensors(...conditions: (SQL | undefined)[]): SQL
  /** Visible with their procedure, if they have one. No join is needed. */
  automations(...conditions: (SQL | undefined)[]): SQL
  /** Visible with their procedure log, or with what another event is about. */
  automationRuns(...conditions: (SQL | undefined)[]): SQL
  rrules(...conditions: (SQL | undefined)[]): SQL
  /** Visible with their location, if they have one. */
  duties(...conditions: (SQL | undefined)[]): SQL
  /** Permitted types; all types for users who manage or grant types (decision 18). */
  equipmentTypes(...conditions: (SQL | undefined)[]): SQL
  locationTypes(...conditions: (SQL | undefined)[]): SQL
  procedureTypes(...conditions: (SQL | undefined)[]): SQL
  /** Includes deleted rows, for the journal and for last names in rules. */
  ever: Pick<From, 'equipment' | 'locations' | 'procedures' | 'sensors'>
}

export const hasUnrestrictedView = ({
  equipmentTypeIds,
  locationTypeIds,
  procedureTypeIds,
}: Actor): boolean =>
  equipmentTypeIds === null && locationTypeIds === null && procedureTypeIds === null

export function rightsOf(actor: Actor): From {
  const ofTypes = (
    column:
      | typeof tables.equipment.typeId
      | typeof tables.location.typeId
      | typeof tables.procedure.typeId,
    permitted: readonly number[] | null,
  ) => {
    if (permitted === null) return undefined
    return permitted.length === 0 ? sql`false` : inArray(sql`${column}`, [...permitted])
  }
  const all = (...parts: (SQL | undefined)[]) => and(...parts) ?? sql`true`
  const ownEquipment = all(
    ofCompany(tables.equipment, actor.companyId),
    ofTypes(tables.equipment.typeId, actor.equipmentTypeIds),
  )
  const ownLocations = all(
    ofCompany(tables.location, actor.companyId),
    ofTypes(tables.location.typeId, actor.locationTypeIds),
  )
  const ownProcedures = all(
    ofCompany(tables.procedure, actor.companyId),
    ofTypes(tables.procedure.typeId, actor.procedureTypeIds),
  )
  const seesEquipment = (column: SQL) =>
    actor.equipmentTypeIds === null
      ? undefined
      : or(
          sql`${column} is null`,
          sql`${column} in (select ${tables.equipment.id} from ${tables.equipment} where ${ownEquipment})`,
        )
  const seesLocation = (column: SQL) =>
    actor.locationTypeIds === null
      ? undefined
      : or(
          sql`${column} is null`,
          sql`${column} in (select ${tables.location.id} from ${tables.location} where ${ownLocations})`,
        )
  const seesProcedure = (column: SQL) =>
    actor.procedureTypeIds === null
      ? undefined
      : sql`${column} in (select ${tables.procedure.id} from ${tables.procedure} where ${ownProcedures})`
  const ownWork = (
    table: typeof tables.procedureLog | typeof tables.occurrence | typeof tables.summedCell,
    conditions: (SQL | undefined)[],
  ) =>
    all(
      ofCompany(table, actor.companyId),
      seesProcedure(sql`${table.procedureId}`),
      seesEquipment(sql`${table.equipmentId}`),
      seesLocation(sql`${table.locationId}`),
      ...conditions,
    )
  const ofOwnProcedure = (
    table: typeof tables.automation | typeof tables.rrule,
    conditions: (SQL | undefined)[],
  ) =>
    all(
      ofCompany(table, actor.companyId),
      orNothing(sql`${table.procedureId}`, seesProcedure),
      ...conditions,
    )
  const orNothing = (column: SQL, sees: (column: SQL) => SQL | undefined) => {
    const seen = sees(column)
    return seen && sql`(${column} is null or ${seen})`
  }
  const seesRun = () => {
    const run = tables.automationRun
    const log = ownWork(tables.procedureLog, [eq(tables.procedureLog.id, run.procedureLogId)])
    const place = all(
      ofCompany(run, actor.companyId),
      seesEquipment(sql`${run.equipmentId}`),
      seesLocation(sql`${run.locationId}`),
      orNothing(sql`${run.procedureId}`, seesProcedure),
    )
    return sql`(case when ${run.procedureLogId} is null then ${place}
      else ${run.procedureLogId} in (select ${tables.procedureLog.id} from ${tables.procedureLog}
        where ${log}) end)`
  }
  const ownSensors = (things: SQL, places: SQL, conditions: (SQL | undefined)[]) =>
    all(
      ofCompany(tables.sensor, actor.companyId),
      sql`(${tables.sensor.equipmentId} is null
        or ${tables.sensor.equipmentId} in (select ${tables.equipment.id} from ${tables.equipment} where ${things}))`,
      sql`(${tables.sensor.locationId} is null
        or ${tables.sensor.locationId} in (select ${tables.location.id} from ${tables.location} where ${places}))`,
      ...conditions,
    )
  const readsAllTypes =
    actor.permissions.has('editor|management') || actor.permissions.has('editor|users')
  const types = (
    table: typeof tables.equipmentType | typeof tables.locationType | typeof tables.procedureType,
    permitted: readonly number[] | null,
    conditions: (SQL | undefined)[],
  ) => {
    const chosen =
      readsAllTypes || permitted === null
        ? undefined
        : permitted.length === 0
          ? sql`false`
          : inArray(sql`${table.id}`, [...permitted])
    return all(ofCompany(table, actor.companyId), chosen, ...conditions)
  }
  return {
    automations: (...conditions) => ofOwnProcedure(tables.automation, conditions),
    automationRuns: (...conditions) =>
      all(ofCompany(tables.automationRun, actor.companyId), seesRun(), ...conditions),
    rrules: (...conditions) =>
      ofOwnProcedure(tables.rrule, [isNull(tables.rrule.deletedAt), ...conditions]),
    duties: (...conditions) =>
      all(
        ofCompany(tables.duty, actor.companyId),
        orNothing(sql`${tables.duty.locationId}`, seesLocation),
        ...conditions,
      ),
    equipmentTypes: (...conditions) =>
      types(tables.equipmentType, actor.equipmentTypeIds, conditions),
    locationTypes: (...conditions) => types(tables.locationType, actor.locationTypeIds, conditions),
    procedureTypes: (...conditions) =>
      types(tables.procedureType, actor.procedureTypeIds, conditions),
    ever: {
      equipment: (...conditions) => all(ownEquipment, ...conditions),
      locations: (...conditions) => all(ownLocations, ...conditions),
      procedures: (...conditions) => all(ownProcedures, ...conditions),
      sensors: (...conditions) => ownSensors(ownEquipment, ownLocations, conditions),
    },
    equipment: (...conditions) =>
      all(ownEquipment, isNull(tables.equipment.deletedAt), ...conditions),
    locations: (...conditions) =>
      all(ownLocations, isNull(tables.location.deletedAt), ...conditions),
    procedures: (...conditions) =>
      all(ownProcedures, isNull(tables.procedure.deletedAt), ...conditions),
    procedureLogs: (...conditions) => ownWork(tables.procedureLog, conditions),
    occurrences: (...conditions) => ownWork(tables.occurrence, conditions),
    summedCells: (...conditions) => ownWork(tables.summedCell, conditions),
    sensors: (...conditions) =>
      ownSensors(
        all(ownEquipment, isNull(tables.equipment.deletedAt)),
        all(ownLocations, isNull(tables.location.deletedAt)),
        conditions,
      ),
    tickets: (...conditions) =>
      all(
        ofCompany(tables.ticket, actor.companyId),
        seesEquipment(sql`${tables.ticket.equipmentId}`),
        seesLocation(sql`${tables.ticket.locationId}`),
        ...conditions,
      ),
  }
}
