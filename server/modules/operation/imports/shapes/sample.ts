/**
 * Files as other systems write them: the headings are theirs (the sources are in each shape), the
 * contents are invented. `rows` were written by hand from what those systems mean.
 */
import type { ImportKind } from '#contract/imports.ts'

export interface ExpectedRow {
  name: string
  /** The inventory number, or the code of a location. */
  number?: string
  type: string
  status?: string
  /** The path from the outermost location. */
  place?: string
  locationText?: string
  tags?: readonly string[]
  owner?: string
  serialNumber?: string
  manufacturer?: string
  model?: string
  /** yyyy-mm-dd. */
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
