import { z } from 'zod'
import { id } from './ids.ts'
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
  }),
)
export type ShownMetadata = z.infer<typeof shownMetadata>
