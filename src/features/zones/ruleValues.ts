import type { ZoneRuleKind } from '#contract/rules/zoneAlerts.ts'
import { LONGEST_WAIT, type ZoneRuleRow } from '#contract/zones.ts'

const units = { minutes: 1, hours: 60, days: 24 * 60 } as const
type Unit = keyof typeof units
export const unitNames = ['minutes', 'hours', 'days'] as const

export interface Values {
  name: string
  kind: ZoneRuleKind
  locationId: number | null
  areaId: number | null
  equipmentTypeId: number | null
  minimum: number | null
  amount: number | null
  unit: Unit
  isActive: boolean
}

/** The contract's bounds, as whole numbers of the chosen unit. */
export const amountBounds = (kind: ZoneRuleKind, unit: Unit) => ({
  min: kind === 'idle' ? 1 : 0,
  max: LONGEST_WAIT / units[unit],
})
export const MINIMUM = { min: 1, max: 10_000 }

export function isComplete(values: Values): boolean {
  const { kind, amount, unit, minimum, locationId, areaId } = values
  const isWhole = (value: number | null, { min, max }: { min: number; max: number }) =>
    value !== null && Number.isInteger(value) && value >= min && value <= max
  return (
    (kind === 'idle' || locationId !== null || areaId !== null) &&
    (locationId === null || areaId === null) &&
    isWhole(amount, amountBounds(kind, unit)) &&
    (kind !== 'fewer' || isWhole(minimum, MINIMUM))
  )
}

export function valuesOf(row: ZoneRuleRow | undefined, area: number | null = null): Values {
  const minutes = row?.minutes ?? 10
  const unit =
    minutes === 0
      ? 'minutes'
      : (unitNames.toReversed().find((name) => minutes % units[name] === 0) ?? 'minutes')
  return {
    name: row?.name ?? '',
    kind: row?.kind ?? 'left',
    locationId: row?.locationId ?? null,
    areaId: row === undefined ? area : row.areaId,
    equipmentTypeId: row?.equipmentTypeId ?? null,
    minimum: row?.minimum ?? 4,
    amount: minutes / units[unit],
    unit,
    isActive: row?.isActive ?? true,
  }
}

export const questionOf = (
  values: Pick<
    Values,
    'kind' | 'locationId' | 'areaId' | 'equipmentTypeId' | 'minimum' | 'amount' | 'unit'
  >,
) => ({
  kind: values.kind,
  locationId: values.locationId,
  areaId: values.areaId,
  equipmentTypeId: values.equipmentTypeId,
  minimum: values.minimum ?? 1,
  minutes: (values.amount ?? 0) * units[values.unit],
})
export const zoneRuleBody = (values: Values) => ({
  ...questionOf(values),
  name: values.name,
  isActive: values.isActive,
})
