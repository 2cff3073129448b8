import type { IdentifierKey } from '#contract/equipment/identifierKeys.ts'

export interface Fact {
  key: string
  value: string
  field?: IdentifierKey
}

type Stored = Readonly<Partial<Record<IdentifierKey, string | null>>> & {
  details: readonly { key: string; value: string }[]
}

/**
 * Fills empty fields. A value without a field, or with an occupied field, becomes a fact, so that
 * no value is lost.
 */
export function changeByLabel(stored: Stored, label: readonly Fact[]) {
  const fields: Partial<Record<IdentifierKey, string>> = {}
  const details = [...stored.details]
  const isThere = (value: string) => details.some((fact) => normal(fact.value) === normal(value))
  for (const { key, value, field } of label) {
    const before = (field && (fields[field] ?? stored[field])) ?? ''
    if (normal(before) === normal(value)) continue
    if (field !== undefined && before === '') fields[field] = value
    else if (!isThere(value)) details.push({ key, value })
  }
  return { ...fields, ...(details.length > stored.details.length && { details }) }
}

const normal = (value: string): string => value.trim().toLowerCase()
