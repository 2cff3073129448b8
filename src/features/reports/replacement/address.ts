import type { ReplacementBucket } from '#contract/rules/replacement.ts'
import { replacementDimensions } from '#contract/replacement.ts'
import { filterAddress } from '#entities/filterObject/filterAddress.ts'
import { inAddress } from '#lib/addressState.ts'
import { listAddress } from '#ui/list/listAddress.ts'

export const views = ['years', 'equipment'] as const

export const address = {
  ...filterAddress,
  ...listAddress(['name', 'year', 'price', 'score'], 'year', 'equipment'),
  view: inAddress.oneOf(views, 'years'),
  by: inAddress.oneOf(replacementDimensions, 'equipmentType'),
  groups: inAddress.count(1),
  /** A column of the plan. Empty for all. */
  bucket: inAddress.text(),
  /** `-`: all groups. `null`: equipment without a value. */
  group: inAddress.text('-'),
}

const words = ['overdue', 'later', 'none'] as const

/** Undefined if the text is not a column. */
export function bucketFrom(written: string): ReplacementBucket | undefined {
  const word = words.find((one) => one === written)
  return word ?? (/^\d{4}$/.test(written) ? Number(written) : undefined)
}

export const groupFrom = (written: string): number | null | undefined =>
  written === '-' ? undefined : written === 'null' ? null : Number(written)
