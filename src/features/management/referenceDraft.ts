/** Between a noun's row, its form and what the contract takes. Pure. */
import type { Noun, NounDraft, NounField, NounRow } from './nouns.ts'

const blank: { [K in NounField['kind']]: (field: Extract<NounField, { kind: K }>) => unknown } = {
  colour: () => 'blue',
  list: () => [],
  users: () => [],
  roles: () => [],
  equipmentTypes: () => [],
  procedures: () => [],
  steps: () => [],
  flag: (field) => field.initial,
  text: () => '',
  number: () => null,
  choice: (field) => field.options[0],
  states: () => [
    { id: null, name: '', category: 'open', colour: 'blue', next: null },
    { id: null, name: '', category: 'closed', colour: 'green', next: null },
  ],
}

/**
 * What the form begins with. A secret is never known here, so its field begins empty and leaves
 * what is kept.
 */
export function valuesOf(noun: Noun, row: NounRow | undefined): NounDraft {
  const begin = (field: NounField): unknown => {
    const kept = row?.[field.name]
    if (kept !== undefined && kept !== null) return kept
    // the field has the kind that its key says
    return row === undefined ? blank[field.kind](field as never) : field.kind === 'text' ? '' : null
  }
  return {
    name: row?.name ?? '',
    ...Object.fromEntries(noun.fields.map((field) => [field.name, begin(field)])),
  }
}

/** Columns that may be empty in the database, and are then nothing rather than an empty text. */
const nullable = new Set(['pattern', 'hint'])

export function draftFrom(noun: Noun, values: NounDraft): NounDraft {
  const entries = noun.fields.flatMap((field): [string, unknown][] => {
    const value = values[field.name]
    if (field.kind === 'text') {
      const text = typeof value === 'string' ? value.trim() : ''
      if (field.isSecret === true) return text === '' ? [] : [[field.name, text]]
      const isNothing =
        text === '' &&
        (nullable.has(field.name) || (field.name === 'unit' && noun.key === 'metadataFields'))
      return [[field.name, isNothing ? null : text]]
    }
    if (
      field.name === 'choices' &&
      values['dataType'] !== 'choice' &&
      values['dataType'] !== 'choices'
    )
      return [[field.name, []]]
    return [[field.name, value ?? (field.kind === 'number' ? null : [])]]
  })
  return { name: values.name, ...Object.fromEntries(entries) }
}
