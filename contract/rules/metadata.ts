export const metadataTypes = ['text', 'number', 'boolean', 'date', 'choice', 'choices'] as const
export type MetadataType = (typeof metadataTypes)[number]
/** What a field is added to. */
export const metadataOwners = ['equipment', 'location', 'ticket'] as const
export type MetadataOwner = (typeof metadataOwners)[number]
export type MetadataValue = string | number | boolean | readonly string[]

export interface FieldShape {
  dataType: MetadataType
  choices: readonly string[]
}
export type FieldFault = 'noChoices' | 'sameChoice' | 'choicesUnused'

/** `choice` and `choices` need choices. Other types must have none. */
export function fieldFaults({ dataType, choices }: FieldShape): FieldFault[] {
  const hasChoices = dataType === 'choice' || dataType === 'choices'
  if (!hasChoices) return choices.length > 0 ? ['choicesUnused'] : []
  const faults: FieldFault[] = choices.length === 0 ? ['noChoices'] : []
  if (new Set(choices.map((choice) => choice.trim().toLowerCase())).size < choices.length)
    faults.push('sameChoice')
  return faults
}

/** Characters. */
export const MAX_METADATA_TEXT = 2_000

export type ValueFault = 'wrongType' | 'notAChoice' | 'notADate' | 'too_big'

/** Returns null if the value fits the field. */
export function valueFault(
  { dataType, choices }: FieldShape,
  value: MetadataValue,
): ValueFault | null {
  switch (dataType) {
    case 'text':
      if (typeof value !== 'string') return 'wrongType'
      return value.length > MAX_METADATA_TEXT ? 'too_big' : null
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'wrongType'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'wrongType'
    case 'date':
      return typeof value !== 'string' ? 'wrongType' : isDay(value) ? null : 'notADate'
    case 'choice':
      return typeof value !== 'string' ? 'wrongType' : choices.includes(value) ? null : 'notAChoice'
    case 'choices':
      return !Array.isArray(value)
        ? 'wrongType'
        : value.every((each) => choices.includes(String(each)))
          ? null
          : 'notAChoice'
  }
}

/** First year of a date: equipment may be older than 1970. */
const OLDEST = '1800'

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text) &&
    text >= OLDEST &&
    text < '2200'
  )
}
