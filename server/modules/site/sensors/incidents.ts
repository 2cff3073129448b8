import { eq, isNull } from 'drizzle-orm'
import { writeNumber } from '#contract/formatters.ts'
import type { Id } from '#contract/ids.ts'
import type { Begun, JoinedExcursion, OpenIncident } from '#contract/rules/sensors.ts'
import { isChange } from '#contract/metricNames.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { openIncidentAlert, closeIncidentAlert } from '../../foundation/alerts/index.ts'

export interface Known {
  sensor: typeof tables.sensor.$inferSelect
  step: number
  minimum: number | null
  maximum: number | null
  unit: string
  everyMinutes: number
}
export interface PastOf extends JoinedExcursion {
  known: Known
  /** Its readings came after newer ones, so it says nothing about an alert that lasts. */
  isLate?: true
}

function valueText(
  value: number | null,
  { metric, unit, step }: { metric: string; unit: string; step: number },
): string | null {
  if (value === null || isChange(metric)) return null
  const digits = Math.max(0, Math.min(3, Math.ceil(-Math.log10(step))))
  const written = writeNumber('en', value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  })
  return `${written}${unit === '' ? '' : ` ${unit}`}`
}

const timesText = (value: string | null, times: number): string | null =>
  times === 1 ? value : [value, `×${times}`].filter((part) => part !== null).join(' · ')

export async function startIncidents(scope: Scope, begun: readonly Begun[]): Promise<void> {
  for (const one of begun) {
    if (one.kind === 'gatewaySilent') await beginGateway(scope, one.gatewayId ?? 0)
    else await beginSensor(scope, one.kind, one.sensorId ?? 0)
  }
}

async function beginGateway(scope: Scope, id: number): Promise<void> {
  const [found] = await scope.db
    .select({ id: tables.gateway.id, equipmentId: tables.gateway.equipmentId })
    .from(tables.gateway)
    .where(
      ofCompany(tables.gateway, scope.actor.companyId, eq(tables.gateway.id, id as Id<'gateway'>)),
    )
  if (!found) return
  await openIncidentAlert(scope, {
    kind: 'gatewaySilent',
    text: null,
    sensorId: null,
    gatewayId: found.id,
    equipmentId: found.equipmentId,
    locationId: null,
  })
  // Sensors behind the gateway that were already alerted belong to its incident now.
  const behind = await scope.db
    .select({ id: tables.alert.id })
    .from(tables.alert)
    .innerJoin(tables.sensor, joinOn(tables.sensor, tables.alert.sensorId))
    .where(
      ofCompany(
        tables.alert,
        scope.actor.companyId,
        eq(tables.alert.kind, 'sensorSilent'),
        isNull(tables.alert.endedAt),
        eq(tables.sensor.gatewayId, found.id),
      ),
    )
  await closeIncidentAlert(
    scope,
    behind.map((row) => row.id),
    { isTold: false },
  )
}

type SensorKind = Exclude<Begun['kind'], 'gatewaySilent'>

async function beginSensor(scope: Scope, kind: SensorKind, id: number): Promise<void> {
  const [found] = await scope.db
    .select({ sensor: tables.sensor, type: tables.sensorType })
    .from(tables.sensor)
    .innerJoin(tables.sensorType, joinOn(tables.sensorType, tables.sensor.typeId))
    .where(
      ofCompany(tables.sensor, scope.actor.companyId, eq(tables.sensor.id, id as Id<'sensor'>)),
    )
  if (!found) return
  const { sensor: one, type } = found
  await openIncidentAlert(scope, {
    kind,
    text: kind === 'sensorSilent' ? null : valueText(one.value, type),
    sensorId: one.id,
    gatewayId: null,
    equipmentId: one.equipmentId,
    locationId: one.locationId,
  })
}

export const endIncidents = (scope: Scope, ended: readonly OpenIncident[]): Promise<void> =>
  closeIncidentAlert(
    scope,
    ended.map(({ id }) => id as Id<'alert'>),
    { isTold: true },
  )

export async function publishPastIncidents(scope: Scope, past: readonly PastOf[]): Promise<void> {
  for (const { known, side, since, until, worst, times, isLate = false } of past) {
    const { sensor: one } = known
    const kind = side === 'low' ? 'sensorTooLow' : 'sensorTooHigh'
    const open = await scope.db
      .select({ id: tables.alert.id })
      .from(tables.alert)
      .where(
        ofCompany(
          tables.alert,
          scope.actor.companyId,
          eq(tables.alert.sensorId, one.id),
          eq(tables.alert.kind, kind),
          isNull(tables.alert.endedAt),
        ),
      )
    if (open.length > 0 && !isLate) {
      await closeIncidentAlert(
        scope,
        open.map(({ id }) => id),
        { isTold: true },
      )
      continue
    }
    await openIncidentAlert(scope, {
      kind,
      text: timesText(
        valueText(worst, { metric: one.metric, unit: known.unit, step: known.step }),
        times,
      ),
      sensorId: one.id,
      gatewayId: null,
      equipmentId: one.equipmentId,
      locationId: one.locationId,
      past: { at: new Date(since), endedAt: new Date(until) },
    })
  }
}
