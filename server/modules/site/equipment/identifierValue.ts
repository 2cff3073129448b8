import { readDay } from '#contract/dates/readDay.ts'
import { equipmentFields } from '#contract/equipment/equipmentFields.ts'
import type { IdentifierKey } from '#contract/equipment/identifierKeys.ts'
import { withoutInvisibleMarks } from '#contract/shapes.ts'
import { isTradeItemNumber, plainTradeItemNumber } from '#contract/labelCodes/tradeItemNumber.ts'

/** The value as the field stores it. Null if it does not fit. */
export function identifierValue(field: IdentifierKey, written: string): string | null {
  const value = withoutInvisibleMarks(written).trim()
  const { kind, max } = equipmentFields[field]
  if (kind === 'day') return readDay(value, 'unclear').day ?? null
  if (kind !== 'gtin') return value !== '' && value.length <= max ? value : null
  const digits = plainTradeItemNumber(value)
  return isTradeItemNumber(digits) ? digits : null
}

export type Decision = { action: 'set'; value: string } | { action: 'same' } | { action: 'leave' }

export function decideMove(field: IdentifierKey, written: string, stored: string | null): Decision {
  const value = identifierValue(field, written)
  if (value === null) return { action: 'leave' }
  if (stored === null || stored === '') return { action: 'set', value }
  return stored.toLowerCase() === value.toLowerCase() ? { action: 'same' } : { action: 'leave' }
}
