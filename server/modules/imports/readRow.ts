/** One row of cells into what it says of one thing, with every fault it has. Pure. */
import type { EntityField, EntityFields } from '#contract/entityFields.ts'
import {
  importedThings,
  importKeys,
  isKnownByName,
  hasFacts,
  type ImportField,
  type ImportJob,
  type ImportMapping,
} from '#contract/imports.ts'
import { macOf } from '#contract/ingest/fields.ts'
import { deviceIdOf } from '#contract/ingest/measurements.ts'
import { MAX_TAGS } from '#contract/rules/bounds.ts'
import { cellNumber } from '#contract/rules/readNumber.ts'
import { hasVisible } from '#contract/rules/visible.ts'
import { strayInName, withoutDirectionMarks } from '#contract/shapes.ts'
import { truncate } from '#contract/rules/truncate.ts'

export type Fault = ImportJob['faults'][number]

export interface ReadRow {
  row: number
  /** What decides whether it is a known thing: its number or code, else its name. */
  key: string
  name: string
  /** Said values by field; a field with an empty cell is absent: it says nothing. */
  values: Partial<Record<string, string>>
  /** The type of a new thing when the row says none. */
  defaultType: string | undefined
  details: { key: string; value: string }[]
  faults: Fault[]
  /** The row of the file that it stands below. */
  below?: ReadRow
}

/** What is known of every row. */
export interface ReadFile {
  headings: readonly string[]
  mapping: ImportMapping
  /** Columns that an earlier file of failed rows has for cells that no heading was above. */
  surplus: ReadonlySet<number>
}

/** Longest key and value of a fact, as `details` of the contract have them. */
const MAX_NAME = 200
const MAX_FACT = 2_000
/** Of a value that has a fault, so much is shown. */
const MAX_SHOWN = 200

const yes = /^(1|y|yes|true|x|ja|да|כן|نعم|ano|áno)$/i
const no = /^(0|n|no|false|nein|нет|לא|لا|ne|nie)$/i

export function readRow(
  kind: ImportJob['kind'],
  { headings, mapping, surplus }: ReadFile,
  { row, cells }: { row: number; cells: readonly string[] },
): ReadRow {
  const faults: Fault[] = []
  const say = (field: ImportField, code: Fault['code'], value: string) =>
    faults.push(faultOf(row, field, code, value))
  const empty = new Set(mapping.emptyValues.map((value) => value.toLowerCase()))
  const fields: EntityFields = importedThings[kind]

  const values: ReadRow['values'] = {}
  const details: ReadRow['details'] = []
  for (const [index, field] of mapping.columns.entries()) {
    const cell = withoutDirectionMarks(cells[index] ?? '').trim()
    const value = hasVisible(cell) ? cell : ''
    if (value === '' || empty.has(value.toLowerCase()) || field === 'ignore') continue
    if (field === 'detail') {
      if (!hasFacts(kind)) continue
      const heading = headings[index] ?? ''
      // The heading names the column: several may be facts.
      if (value.length > MAX_FACT)
        faults.push({ row, column: heading, code: 'tooLong', value: truncate(value, MAX_SHOWN) })
      else details.push({ key: truncate(heading, MAX_NAME), value })
      continue
    }
    const known = fields[field]
    if (!known) continue
    const { given = value, fault: wrong } = readers[known.kind](value, known)
    values[field] = given
    if (wrong) say(field, wrong, value)
  }
  // Of a surplus column the person may say what it is.
  const isBeyond = (index: number) =>
    index >= headings.length || (surplus.has(index) && mapping.columns[index] === 'ignore')
  if (cells.some((cell, index) => isBeyond(index) && cell.trim() !== ''))
    faults.push({ row, column: null, code: 'wrongCellCount', value: String(cells.length) })

  const keyed = keyOf(kind, mapping)
  const key = values[keyed] ?? ''
  if (key === '') say(keyed, 'required', '')
  // Of a device that is there its type need not be said.
  if (isKnownByName(kind) && !values['type'] && !mapping.defaults.type) say('type', 'required', '')
  return {
    row,
    key,
    name: values['name'] ?? key,
    values,
    defaultType: 'type' in fields ? mapping.defaults.type : undefined,
    details,
    faults,
  }
}

/** What decides whether it is a known thing: its number or code where the file has one, else its name. */
export const keyOf = (kind: ImportJob['kind'], mapping: ImportMapping): ImportField =>
  isKnownByName(kind) && !mapping.columns.includes(importKeys[kind]) ? 'name' : importKeys[kind]

/** Of a field; which column of the file that is, whoever tells it looks up. */
const faultOf = (row: number, field: ImportField, code: Fault['code'], value: string): Fault => ({
  row,
  column: null,
  field,
  code,
  value: truncate(value, MAX_SHOWN),
})

/** What the row says of the field cannot be; `value`: which part of it, where that is not all. */
export function fault(
  read: Pick<ReadRow, 'row' | 'values' | 'faults'>,
  field: ImportField,
  code: Fault['code'],
  value: string = read.values[field] ?? '',
): void {
  read.faults.push(faultOf(read.row, field, code, value))
}

/** A cell by what its field is: the value as it is kept, or what is wrong with it. */
type Reader = (value: string, field: EntityField) => { given?: string; fault?: Fault['code'] }
const short: Reader = (value, { max }) => (value.length > max ? { fault: 'tooLong' } : {})
const lineBreak = /[\r\n]/g
/** What a form would not take as a name either. */
const plain: Reader = (value, field) => {
  // A line break is seen, so whoever is told of unseen characters looks for others.
  if (strayInName.test(value.replaceAll(lineBreak, ''))) return { fault: 'strayCharacters' }
  return value.search(lineBreak) >= 0 ? { fault: 'severalLines' } : short(value, field)
}
const readers: Record<EntityField['kind'], Reader> = {
  name: plain,
  code(value, field) {
    if (field.isDeviceId === true) {
      const given = deviceIdOf(value)
      return given === null ? { fault: 'notADeviceId' } : { given }
    }
    if (field.isAddress !== true) return plain(value, field)
    const address = macOf(value)
    return address === null
      ? { fault: 'notAnAddress' }
      : { given: address.replace(/(..)(?=.)/g, '$1:') }
  },
  text: short,
  one: plain,
  facts: short,
  metadata: short,
  many(value, field) {
    const names = namesIn(value)
    return names.length > MAX_TAGS || names.some((name) => name.length > MAX_NAME)
      ? { fault: 'tooLong' }
      : plain(value, field)
  },
  number(value, { max }) {
    const number = cellNumber(value)
    if (number === null) return { fault: 'notANumber' }
    return Math.abs(number) > max ? { fault: 'outOfRange' } : { given: String(number) }
  },
  zone(value, field) {
    const { fault = isZone(value) ? undefined : ('unknownZone' as const) } = short(value, field)
    return fault === undefined ? {} : { fault }
  },
  flag: (value) =>
    yes.test(value) || no.test(value)
      ? { given: String(yes.test(value)) }
      : { fault: 'notABoolean' },
}

/** Several names in one cell. */
export const namesIn = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split(/[;|]/)
    .map((name) => name.trim())
    .filter(hasVisible)

const zones = new Map<string, boolean>()
function isZone(zone: string): boolean {
  const seen = zones.get(zone)
  if (seen !== undefined) return seen
  let known = true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    known = false
  }
  zones.set(zone, known)
  return known
}

/**
 * Two rows of one file about the same thing: the second contradicts the first, so it is a fault.
 */
export function markDuplicates(
  rows: readonly ReadRow[],
  field: ImportField,
  partOf: (read: ReadRow) => string = () => '',
): void {
  const seen = new Set<string>()
  for (const read of rows) {
    const key = `${read.key.toLowerCase()}\n${partOf(read)}`
    if (read.key !== '' && seen.has(key)) fault(read, field, 'duplicateKey', read.key)
    seen.add(key)
  }
}
