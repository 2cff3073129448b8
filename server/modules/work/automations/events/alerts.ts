/** Alerts that last: a rule acts when one has lasted for so many minutes. */
import { and, eq, gte, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { causeKinds, type AlertKind } from '#contract/alerts.ts'
import type { RunSubject } from '#contract/automation/automation.ts'
import type { Id } from '#contract/ids.ts'
import type { MetricName } from '#contract/metricNames.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Cause } from '../../../foundation/alerts/index.ts'
import { ownersOf } from '../../../foundation/orgEntities/index.ts'
import { placeFacts } from '../facts.ts'
import {
  MAX_SPANS,
  ofList,
  type FoundSpan,
  type ServerEvent,
  type Subject,
  type Window,
} from './kind.ts'

const MINUTE = 60_000
/** Late readings tell of what ended so long ago. */
const ARRIVES_WITHIN = 7 * 24 * 60 * MINUTE

const { alert, sensor } = tables

async function spansOf(
  { db, actor, from: reach }: Scope,
  minutes: number,
  { from, known = [] }: Window,
  kinds: readonly AlertKind[],
  ...where: (SQL | undefined)[]
): Promise<FoundSpan[]> {
  const rows = await db
    .select({
      id: alert.id,
      at: alert.at,
      endedAt: alert.endedAt,
      createdAt: alert.createdAt,
      limitMinutes: sensor.limitMinutes,
      typeId: sensor.typeId,
    })
    .from(alert)
    .leftJoin(sensor, joinOn(sensor, alert.sensorId))
    .where(
      ofCompany(
        alert,
        actor.companyId,
        inArray(alert.kind, [...kinds]),
        or(
          isNull(alert.endedAt),
          and(
            gte(alert.endedAt, new Date(from.getTime() - ARRIVES_WITHIN)),
            or(gte(alert.endedAt, from), gte(alert.createdAt, from)),
          ),
          known.length === 0 ? undefined : isAnyId(alert.id, known),
        ),
        sql`(${alert.equipmentId} is null or ${alert.equipmentId} in (select ${tables.equipment.id}
          from ${tables.equipment} where ${reach.equipment()}))`,
        sql`(${alert.locationId} is null or ${alert.locationId} in (select ${tables.location.id}
          from ${tables.location} where ${reach.locations()}))`,
        ...where,
      ),
    )
    .orderBy(alert.id)
    .limit(MAX_SPANS)
  return rows.map(({ id, at, endedAt, createdAt, limitMinutes, typeId }) => {
    // An alert from late readings begins with the excursion, others once it has lasted long enough.
    const begun = at.getTime() + (createdAt > at ? (limitMinutes ?? 0) * MINUTE : 0)
    return {
      subjectId: id,
      from: begun,
      to: endedAt?.getTime() ?? null,
      dueAt: begun + minutes * MINUTE,
      storedAt: createdAt.getTime(),
      causeRunId: null,
      ...(typeId !== null && { of: typeId }),
    }
  })
}

const ofSensor = ({ from }: Scope, ...conditions: (SQL | undefined)[]) =>
  sql`${alert.sensorId} in (select ${sensor.id} from ${sensor} where ${from.sensors(...conditions)})`

async function alertSubjects(
  { db, actor }: Scope,
  ids: readonly number[],
): Promise<Map<number, Subject>> {
  const rows = await db
    .select({
      alert: {
        id: alert.id,
        kind: alert.kind,
        text: alert.text,
        equipmentId: alert.equipmentId,
        locationId: alert.locationId,
      },
      equipment: tables.equipment,
      location: tables.location,
      sensor: { id: sensor.id, name: sensor.name, metric: sensor.metric },
      stock: { id: tables.stock.id, name: tables.inventoryItem.name },
    })
    .from(alert)
    .leftJoin(tables.equipment, joinOn(tables.equipment, alert.equipmentId))
    .leftJoin(
      tables.location,
      and(
        eq(tables.location.companyId, alert.companyId),
        sql`${tables.location.id} = coalesce(${alert.locationId}, ${tables.equipment.locationId})`,
      ),
    )
    .leftJoin(sensor, joinOn(sensor, alert.sensorId))
    .leftJoin(tables.stock, joinOn(tables.stock, alert.stockId))
    .leftJoin(tables.inventoryItem, joinOn(tables.inventoryItem, tables.stock.itemId))
    .where(ofCompany(alert, actor.companyId, isAnyId(alert.id, ids)))
  const owners = await ownersOf({ db, actor })
  return new Map(
    rows.flatMap((row): [number, Subject][] => {
      const { equipment, location } = row
      const subject = subjectOf(row)
      return subject === null
        ? []
        : [
            [
              row.alert.id,
              {
                subject,
                equipmentId: row.alert.equipmentId,
                locationId: row.alert.equipmentId === null ? row.alert.locationId : null,
                procedureName: subject.name,
                procedureId: null,
                equipment,
                location,
                thingName: equipment?.name ?? location?.name ?? null,
                ticketId: null,
                cause: causeOf(row),
                facts: {
                  procedureIds: [],
                  procedureTypeIds: [],
                  ...placeFacts(equipment, location, owners),
                },
              },
            ],
          ]
    }),
  )
}

type Row = Parameters<typeof subjectOf>[0] & {
  alert: { id: Id<'alert'>; kind: AlertKind; text: string | null }
  sensor: { metric: string } | null
  location: { name: string } | null
}
function causeOf({ alert: { id, kind: told, text }, ...row }: Row): Cause | null {
  const kind = causeKinds.find((one) => one === told)
  if (kind === undefined) return null
  return {
    id,
    kind,
    name: subjectOf(row)?.name ?? '',
    // A sensor's metric is one of the contract's names.
    metric: (row.sensor?.metric ?? null) as MetricName | null,
    detail: text ?? '',
    place: row.location?.name ?? '',
  }
}

interface Named {
  id: number | null
  name: string | null
}
function subjectOf(row: {
  sensor: Named | null
  stock: Named | null
  equipment: Named | null
}): RunSubject | null {
  for (const kind of ['sensor', 'stock', 'equipment'] as const) {
    const one = row[kind]
    if (one !== null && one.id !== null) return { kind, id: one.id, name: one.name ?? '' }
  }
  return null
}

const lasting = (minutes: number, spans: readonly FoundSpan[]) =>
  spans.map((span) => ({ ...span, dueAt: span.from + minutes * MINUTE }))

const shared = { tags: ['Alert'], subjects: alertSubjects, actsOnce: true } as const
const atOnce = { minutes: 0, whenOver: 'nothing' } as const

export const sensorBeyondLimit: ServerEvent<'sensorBeyondLimit'> = {
  ...shared,
  shared: {
    widest: () => ({ ...atOnce, kind: 'sensorBeyondLimit', sensorTypeIds: [] }),
    narrow: ({ sensorTypeIds, minutes }, spans) => lasting(minutes, ofList(sensorTypeIds, spans)),
  },
  spans: (scope, { sensorTypeIds, minutes }, window) =>
    spansOf(
      scope,
      minutes,
      window,
      ['sensorTooLow', 'sensorTooHigh'],
      ofSensor(
        scope,
        sensorTypeIds.length === 0 ? undefined : inArray(sensor.typeId, sensorTypeIds),
      ),
    ),
}

export const deviceSilent: ServerEvent<'deviceSilent'> = {
  ...shared,
  shared: {
    widest: () => ({ ...atOnce, kind: 'deviceSilent' }),
    narrow: ({ minutes }, spans) => lasting(minutes, spans),
  },
  spans: (scope, { minutes }, window) =>
    spansOf(
      scope,
      minutes,
      window,
      ['sensorSilent', 'gatewaySilent'],
      or(isNotNull(alert.gatewayId), ofSensor(scope)),
    ),
}

export const stockLow: ServerEvent<'stockLow'> = {
  ...shared,
  shared: {
    widest: () => ({ ...atOnce, kind: 'stockLow' }),
    narrow: ({ minutes }, spans) => lasting(minutes, spans),
  },
  spans: (scope, { minutes }, window) => spansOf(scope, minutes, window, ['stockLow']),
}
