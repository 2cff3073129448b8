/** Own fields of a row: as a draft takes them, and as the preview compares them. */
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { givenMetadata } from '#contract/metadataValues.ts'
import type { MetadataValue } from '#contract/rules/metadata.ts'
import type { StoredMetadata } from '../../foundation/metadata/index.ts'
import type { ReadRow } from './readRow.ts'
import { factsByName } from './target.ts'

type OwnCells = Pick<ReadRow, 'metadata'>

/** The stored values, with those of the row in their place. */
export const mergedMetadata = (
  read: OwnCells,
  old: StoredMetadata | undefined,
): StoredMetadata => ({
  ...old,
  ...Object.fromEntries(read.metadata.map(({ field, value }) => [field.id, value])),
})

export const metadataOf = (
  read: OwnCells,
  old: StoredMetadata | undefined,
): z.output<typeof givenMetadata> =>
  Object.entries(mergedMetadata(read, old)).map(([id, value]) => ({
    // ids of the company's own fields
    fieldId: Number(id) as Id<'metadataField'>,
    value: value as z.output<typeof givenMetadata>[number]['value'],
  }))

/** Values that an import replaced, as the writer of the entity takes them. */
export const withGivenMetadata = <T extends object>(before: T): T =>
  'metadata' in before && !Array.isArray(before.metadata)
    ? { ...before, metadata: metadataOf(noRow, before.metadata as StoredMetadata) }
    : before
const noRow = { metadata: [] }

const valueText = (value: MetadataValue | undefined): string =>
  Array.isArray(value) ? value.join('; ') : value === undefined ? '' : String(value)

export const metadataSaid = ({ metadata }: ReadRow) =>
  factsByName(
    Object.fromEntries(metadata.map(({ field, value }) => [field.name, valueText(value)])),
  )

export const metadataText = (old: StoredMetadata, { metadata }: ReadRow) =>
  factsByName(
    Object.fromEntries(metadata.map(({ field }) => [field.name, valueText(old[field.id])])),
  )
