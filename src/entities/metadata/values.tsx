/** Values of own fields in a form, keyed by field id. */
import type { Output } from '#contract/endpoint.ts'
import type { ShownMetadata } from '#contract/metadataValues.ts'
import type { referenceData } from '#contract/referenceLists/referenceData.ts'
import type { MetadataValue } from '#contract/rules/metadata.ts'
import { MetadataWords } from './MetadataWords.tsx'

export type MetadataValues = Record<string, MetadataValue | null | undefined>
export type OwnField = Output<typeof referenceData.getMetadataFields>['rows'][number]

/** `metadata`: undefined in what the device kept before an upgrade. */
export const metadataValues = (metadata: ShownMetadata | undefined): MetadataValues =>
  Object.fromEntries((metadata ?? []).map(({ fieldId, value }) => [String(fieldId), value]))

export const metadataBody = (values: MetadataValues) =>
  Object.entries(values).flatMap(([id, value]) =>
    isGiven(value)
      ? [{ fieldId: Number(id), value: typeof value === 'object' ? [...value] : value }]
      : [],
  )

const isGiven = (value: MetadataValue | null | undefined): value is MetadataValue =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  !(typeof value === 'object' && value.length === 0)

/** For the dialog that compares two versions. */
export const metadataInWords = (fields: readonly OwnField[], values: MetadataValues) => ({
  parts: Object.fromEntries(
    fields.map(({ id, name, unit }) => {
      const value = values[id]
      return [
        id,
        { label: name, value: isGiven(value) ? <MetadataWords of={value} unit={unit} /> : null },
      ]
    }),
  ),
})

export const metadataFacts = (metadata: ShownMetadata | undefined) =>
  (metadata ?? []).map(({ name, unit, value, isOutdated }) => ({
    label: name,
    value: <MetadataWords of={value} unit={unit} isOutdated={isOutdated === true} />,
  }))
