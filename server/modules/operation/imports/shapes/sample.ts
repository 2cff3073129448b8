/**
 * Sample files in the shape of other systems' exports: real headings (sources are in each shape),
 * invented contents. `rows` is the expected result.
 */
import type { ImportKind } from '#contract/imports.ts'

export interface ExpectedRow {
  name: string
  /** The inventory number, or a location's code. */
  number?: string
  type: string
  status?: string
  place?: string
  locationText?: string
  tags?: readonly string[]
  owner?: string
  serialNumber?: string
  manufacturer?: string
  model?: string
  purchasedOn?: string
  warrantyUntil?: string
  latitude?: number
  longitude?: number
  facts?: Readonly<Record<string, string>>
}

export interface Sample {
  system: string
  kind: Extract<ImportKind, 'equipment' | 'locations'>
  file: string
  rows: readonly ExpectedRow[]
}

export const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n`
