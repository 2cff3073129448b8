/**
 * What the headings look like. The person decides; a good guess saves them the most tiresome step.
 */
import { importFields, type ImportJob, type ImportMapping } from '#contract/imports'

type Field = ImportMapping['columns'][number]

const looksLike: Partial<Record<Field, RegExp>> = {
  equipmentId:
    /^(equipment|asset|inventory|tail|serial)?[ _-]?(id|no|nr|num|number|tag|code)$|^(tailnum|serial|barcode|asset|inventory)$/i,
  code: /^(code|id|number|no|nr|faa|iata|icao|room ?(no|number|code))$/i,
  name: /^(name|title|description|label|bezeichnung)$/i,
  type: /^(type|category|class|kind|(equipment|location|asset|place|room)[ _-]?type)$/i,
  status: /^(status|state|condition)$/i,
  location: /^(location|place|room|site|building|area|where)$/i,
  locationText: /^(location[ _-]?(text|detail|note)|position|shelf)$/i,
  tags: /^(tags?|labels?|keywords?)$/i,
  isStatic: /^(is[ _-]?)?(static|fixed|infrastructure)$/i,
  parent: /^(parent|inside|within|belongs[ _-]?to|building|floor)$/i,
  latitude: /^(lat|latitude)$/i,
  longitude: /^(lon|lng|long|longitude)$/i,
  timezone: /^(tzone|time[ _-]?zone|timezone)$/i,
}

/**
 * Each field goes to the first heading that looks like it; every other column is kept as a free
 * fact.
 */
export function guessMapping(kind: ImportJob['kind'], headings: readonly string[]): ImportMapping {
  const free = new Set<Field>(importFields[kind])
  const columns = headings.map((heading): Field => {
    const field = [...free].find((candidate) => looksLike[candidate]?.test(heading))
    if (field) free.delete(field)
    return field ?? (heading === '' ? 'ignore' : 'detail')
  })
  return {
    columns,
    defaults: columns.includes('type')
      ? {}
      : { type: kind === 'equipment' ? 'Equipment' : 'Location' },
    emptyValues: ['NA', 'N/A', 'NULL'],
  }
}
