/**
 * What the headings look like. The person decides; a good guess saves them the most tiresome step.
 */
import type { EntityFields } from '#contract/entityFields'
import {
  importedThings,
  importFields,
  keepsFacts,
  type ImportJob,
  type ImportMapping,
} from '#contract/imports'

type Field = ImportMapping['columns'][number]

/**
 * Each field goes to the first heading that looks like it; every other column is kept as a free
 * fact.
 */
export function guessMapping(
  kind: ImportJob['kind'],
  headings: readonly string[],
  /** For a file that names none. */
  type: string | undefined = { equipment: 'Equipment', locations: 'Location' }[kind as string],
): ImportMapping {
  const fields: EntityFields = importedThings[kind]
  const free = new Set<Field>(importFields[kind])
  const columns = headings.map((heading): Field => {
    const field = [...free].find((candidate) => fields[candidate]?.headings?.test(heading))
    if (field) free.delete(field)
    return field ?? (heading === '' || !keepsFacts(kind) ? 'ignore' : 'detail')
  })
  return {
    columns,
    defaults: columns.includes('type') || !('type' in fields) || type === undefined ? {} : { type },
    emptyValues: ['NA', 'N/A', 'NULL'],
  }
}
