/** Proposes a mapping from the headings, for the user to confirm. */
import type { EntityFields } from '#contract/entityFields.ts'
import {
  importedThings,
  importFields,
  hasFacts,
  type ImportJob,
  type ImportMapping,
} from '#contract/imports.ts'
import { exportHeading as ofEquipment } from '../../site/equipment/index.ts'
import { exportHeading as ofLocations } from '../../foundation/locations/index.ts'
import { addedColumns } from './failedRows.ts'
import { asTyped, isNamed } from './headingWords.ts'

type Field = ImportMapping['columns'][number]
type Kind = ImportJob['kind']

const exported: Partial<Record<Kind, readonly string[]>> = {
  equipment: ofEquipment,
  locations: ofLocations,
}

/**
 * Each field gets the first heading that equals its name, otherwise the first similar one. Other
 * columns become details.
 */
export function guessMapping(
  kind: Kind,
  headings: readonly string[],
  type: string | undefined = { equipment: 'Equipment', locations: 'Location' }[kind as string],
): ImportMapping {
  const fields: EntityFields = importedThings[kind]
  const looksLike = (heading: string, field: Field) =>
    fields[field]?.headings?.test(asTyped(heading)) === true
  const ways = [
    (heading: string, field: Field) => isNamed(kind, field, heading),
    (heading: string, field: Field) => !isBareId(asTyped(heading)) && looksLike(heading, field),
    looksLike,
  ]
  const added = addedColumns(headings)
  const free = new Set<Field>(importFields[kind])
  const found = new Map<number, Field>()
  for (const way of ways)
    for (const [index, heading] of headings.entries()) {
      if (found.has(index) || added.all.has(index)) continue
      const field = [...free].find((candidate) => way(heading, candidate))
      if (field === undefined) continue
      free.delete(field)
      found.set(index, field)
    }
  const known = knownBesides(kind, headings)
  const columns = headings.map(
    (heading, index): Field =>
      found.get(index) ??
      (heading === '' || added.all.has(index) || known.has(heading) || !hasFacts(kind)
        ? 'ignore'
        : 'detail'),
  )
  return {
    columns,
    defaults: columns.includes('type') || !('type' in fields) || type === undefined ? {} : { type },
    emptyValues: ['NA', 'N/A', 'NULL'],
  }
}

/** Usually a database id, if the file also has an equipment number. */
const isBareId = (heading: string) =>
  /^(id|מזהה|(ال)?معرّ?ف|ид|идентификатор|identifikátor)$/i.test(heading)

/**
 * Columns of the product's own exports that are not fields, such as the time of change. They do not
 * become details.
 */
function knownBesides(kind: Kind, headings: readonly string[]): ReadonlySet<string> {
  const own = exported[kind] ?? []
  return new Set(own.every((heading) => headings.includes(heading)) ? own : [])
}
