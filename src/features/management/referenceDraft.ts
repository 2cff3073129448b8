import type {
  ReferenceList,
  ReferenceDraft,
  ReferenceField,
  ReferenceItem,
} from './referenceLists.ts'

const blank: Record<ReferenceField['kind'], () => unknown> = {
  colour: () => 'blue',
  list: () => [],
  users: () => [],
  roles: () => [],
  equipmentTypes: () => [],
  locationTypes: () => [],
  ticketTypes: () => [],
  procedures: () => [],
  procedure: () => null,
  failureCodes: () => [],
  steps: () => [],
  statuses: () => [],
  question: () => null,
  sensorType: () => null,
  orgEntity: () => null,
  flag: () => false,
  text: () => '',
  number: () => null,
  choice: () => null,
  targets: () => [],
  states: () => [
    { id: null, name: '', category: 'open', colour: 'blue', next: null },
    { id: null, name: '', category: 'closed', colour: 'green', next: null },
  ],
}
function blankOf(field: ReferenceField): unknown {
  if ('initial' in field && field.initial !== undefined) return field.initial
  return field.kind === 'choice' ? field.options[0] : blank[field.kind]()
}

/**
 * The initial form values. The page never knows a secret, so its field starts empty, and an empty
 * field keeps the stored secret.
 */
export function valuesOf(
  referenceList: ReferenceList,
  row: ReferenceItem | undefined,
): ReferenceDraft {
  const begin = (field: ReferenceField): unknown => {
    const kept = row?.[field.name]
    if (kept !== undefined && kept !== null) return kept
    return row === undefined ? blankOf(field) : field.kind === 'text' ? '' : null
  }
  return {
    name: row?.name ?? '',
    ...Object.fromEntries(referenceList.fields.map((field) => [field.name, begin(field)])),
  }
}

/** Nullable database columns: an empty text is sent as null. */
const nullable = new Set([
  'pattern',
  'hint',
  'manufacturer',
  'model',
  'gtin',
  'catalogueNumber',
  'supplier',
])

/** Fields whose empty value is null. */
const singles: ReadonlySet<ReferenceField['kind']> = new Set([
  'number',
  'orgEntity',
  'procedure',
  'question',
  'sensorType',
])

export function draftFrom(referenceList: ReferenceList, values: ReferenceDraft): ReferenceDraft {
  const entries = referenceList.fields.flatMap((field): [string, unknown][] => {
    const value = values[field.name]
    if (field.kind === 'text') {
      const text = typeof value === 'string' ? value.trim() : ''
      if (field.isSecret === true) return text === '' ? [] : [[field.name, text]]
      const isNothing =
        text === '' &&
        (nullable.has(field.name) ||
          (field.name === 'unit' && referenceList.key === 'metadataFields'))
      return [[field.name, isNothing ? null : text]]
    }
    if (
      field.name === 'choices' &&
      values['dataType'] !== 'choice' &&
      values['dataType'] !== 'choices'
    )
      return [[field.name, []]]
    return [[field.name, value ?? (singles.has(field.kind) ? null : [])]]
  })
  return { name: values.name, ...Object.fromEntries(entries) }
}
