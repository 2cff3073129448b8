import { z } from 'zod'
import { id } from './ids.ts'
import { MAX_OWN_COLUMNS } from './metadataBounds.ts'
import { MAX_METADATA_TEXT } from './rules/metadata.ts'
import { text } from './shapes.ts'

const metadataValue = z.union([
  text(MAX_METADATA_TEXT),
  z.number(),
  z.boolean(),
  z.array(text(200)).max(200),
])
/**
 * Wider than the request schema, because automations may have stored values that requests no longer
 * accept.
 */
const keptMetadataValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/** Replaces all values: an omitted field loses its value. */
export const givenMetadata = z
  .array(z.strictObject({ fieldId: id('metadataField'), value: metadataValue }))
  .max(500)

export const shownMetadata = z.array(
  z.object({
    fieldId: id('metadataField'),
    name: z.string(),
    unit: z.string().nullable(),
    value: keptMetadataValue,
    /** It does not fit the field any more, whose kind or choices changed since. */
    isOutdated: z.boolean().optional(),
  }),
)
export type ShownMetadata = z.infer<typeof shownMetadata>

/**
 * Rows whose own field has this text in its value. Numbers, dates, yes and no are also found as
 * each language writes them.
 */
export const ownFieldFilter = z.strictObject({ fieldId: id('metadataField'), text: text(200, 1) })
export type OwnFieldFilter = z.output<typeof ownFieldFilter>

/** Own fields that a list shows as columns. */
export const ownColumns = z.array(id('metadataField')).max(MAX_OWN_COLUMNS).optional()
/** Values of the fields that the request named as columns. */
export const ownValues = z
  .array(z.object({ fieldId: id('metadataField'), value: keptMetadataValue }))
  .optional()
export type OwnValues = z.output<typeof ownValues>
