import { orderOf } from '#contract/dates/readDate.ts'
import { withWholeYear } from '#contract/dates/readDay.ts'
import type { EntityFields } from '#contract/entityFields.ts'
import {
  importedThings,
  importFields,
  importExtras,
  hasFacts,
  metadataColumnOf,
  type ImportJob,
  type ImportMapping,
} from '#contract/imports.ts'
import { languages, type Language } from '#contract/languages.ts'
import type { ExportColumn } from '#kernel/data/exportSource.ts'
import { exportWord } from '#kernel/data/exportWords.ts'
import { exportColumns as ofEquipment } from '../../site/equipment/index.ts'
import { exportColumns as ofMeterReadings } from '../../site/meters/index.ts'
import { exportColumns as ofLocations } from '../../foundation/locations/index.ts'
import { exportColumns as ofPeople } from '../../foundation/people/index.ts'
import { exportColumns as ofStock } from '../../work/inventory/index.ts'
import { exportColumns as ofSchedules } from '../../work/schedules/index.ts'
import { exportColumns as ofTickets } from '../../work/tickets/index.ts'
import { addedColumns } from './failedRows.ts'
import { lastPart } from './heading.ts'
import { normaliseKey } from './headingWords.ts'
import { headingWeight, OWN_NAME, WORST } from './headingWeight.ts'

type Field = ImportMapping['columns'][number]
type Kind = ImportJob['kind']

const headingsOf = (columns: readonly ExportColumn[]): string[][] => [
  columns.map(({ key }) => key),
  ...languages.map((language) =>
    columns.map(({ key, title }) => ('word' in title ? exportWord(language, title.word) : key)),
  ),
]
const exported: Partial<Record<Kind, readonly string[][]>> = {
  equipment: headingsOf(ofEquipment),
  locations: headingsOf(ofLocations),
  stock: headingsOf(ofStock),
  people: headingsOf(ofPeople),
  schedules: headingsOf(ofSchedules),
  tickets: headingsOf(ofTickets),
  meterReadings: headingsOf(ofMeterReadings),
}

export interface Around {
  language?: Language
  type?: string | undefined
  metadata?: readonly { id: number; name: string }[]
}

/**
 * Each field gets the heading that fits it best, the first of equal ones. A heading that is the
 * name of a metadata field becomes that. Other columns become details.
 */
export function guessMapping(
  kind: Kind,
  headings: readonly string[],
  { language = 'en', type = usualType(kind, language), metadata = [] }: Around = {},
): ImportMapping {
  const added = addedColumns(headings)
  const free = new Set<Field>([...importFields[kind], ...importExtras[kind]])
  const found = new Map<number, Field>()
  const names = new Map(metadata.map(({ id, name }) => [normaliseKey(name), metadataColumnOf(id)]))
  const take = (index: number, field: Field | undefined) => {
    if (field === undefined || !free.delete(field)) return
    found.set(index, field)
  }
  const parts = headings.map((heading) => [...new Set([heading, lastPart(heading)])])
  const weights = parts.map((some) => weightsOf(kind, some, free))
  for (const metadataField of names.values()) free.add(metadataField)
  for (let weight = 0; weight <= WORST; weight += 1)
    for (const index of headings.keys()) {
      if (found.has(index) || added.all.has(index)) continue
      take(
        index,
        [...free].find((field) => weights[index]?.get(field) === weight),
      )
      if (weight === OWN_NAME && !found.has(index))
        take(
          index,
          parts[index]
            ?.map((part) => names.get(normaliseKey(part)))
            .find((one) => one !== undefined),
        )
    }
  const known = knownBesides(kind, headings)
  const columns = headings.map(
    (heading, index): Field =>
      found.get(index) ??
      (heading === '' || added.all.has(index) || known.has(index) || !hasFacts(kind)
        ? 'ignore'
        : 'detail'),
  )
  return withDefaults(kind, columns, type)
}

/** Name of the type that rows without a type get. */
export function usualType(kind: Kind, language: Language): string | undefined {
  if (kind === 'equipment') return exportWord(language, 'equipment')
  return kind === 'locations' ? exportWord(language, 'location') : undefined
}

export function withDefaults(
  kind: Kind,
  columns: Field[],
  type: string | undefined,
): ImportMapping {
  const hasType = 'type' in importedThings[kind]
  return {
    columns,
    defaults: columns.includes('type') || !hasType || type === undefined ? {} : { type },
    emptyValues: ['NA', 'N/A', 'NULL'],
  }
}

/**
 * How the file writes 13/05/2026, inferred from unambiguous days. Undefined without any, or if they
 * disagree.
 */
export function guessDayOrder(
  kind: Kind,
  columns: ImportMapping['columns'],
  sample: readonly (readonly string[])[],
): ImportMapping['dayOrder'] {
  const fields: EntityFields = importedThings[kind]
  const isDay = columns.map((field) =>
    ['day', 'instant', 'minute'].includes(fields[field]?.kind ?? ''),
  )
  const text = sample
    .flatMap((row) => row.filter((_, index) => isDay[index]))
    .map((cell) => withWholeYear(cell.trim().replace(/[ T]\d{1,2}:\d{2}.*$/, '')))
    .join('\n')
  const [isNotMonthFirst, isNotDayFirst] = [false, true].map(
    (isDayFirst) => orderOf(text, isDayFirst) === 'unclear',
  )
  if (isNotMonthFirst === isNotDayFirst) return undefined
  return isNotMonthFirst ? 'dayFirst' : 'monthFirst'
}

/** The best weight of each field for a heading, or for its last part if it has two rows. */
function weightsOf(
  kind: Kind,
  parts: readonly string[],
  fields: ReadonlySet<Field>,
): ReadonlyMap<Field, number> {
  const weights = new Map<Field, number>()
  for (const field of fields)
    for (const part of parts) {
      const weight = headingWeight(kind, field, part)
      if (weight !== null) weights.set(field, Math.min(weight, weights.get(field) ?? weight))
    }
  return weights
}

/**
 * Columns of the product's own exports that are not fields, such as the time of change. They do not
 * become facts.
 */
function knownBesides(kind: Kind, headings: readonly string[]): ReadonlySet<number> {
  const own = exported[kind]?.find((all) => all.every((heading) => headings.includes(heading)))
  // Facts are between the first and last columns, and may have the same names as columns.
  return new Set(
    own?.map((heading, place) =>
      place < own.length / 2 ? headings.indexOf(heading) : headings.lastIndexOf(heading),
    ),
  )
}
