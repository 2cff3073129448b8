import { isZone } from '#zoneOffsets'
import { isIdentifier, type EntityField, type EntityFields } from '#contract/entityFields.ts'
import {
  importedThings,
  importKeys,
  nameFieldOf,
  placeImportKinds,
  metadataFieldOf,
  hasFacts,
  type ImportField,
  type ImportJob,
  type ImportKind,
  type ImportMapping,
  type RowKind,
} from '#contract/imports.ts'
import { macOf } from '#contract/ingest/fields.ts'
import { deviceIdOf } from '#contract/ingest/measurements.ts'
import { readDay } from '#contract/dates/readDay.ts'
import { dayOfNumber } from '#contract/dates/dayNumber.ts'
import type { DayMonthOrder } from '#contract/dates/readDate.ts'
import { readInstant, readMinute } from '#contract/dates/readMoment.ts'
import { isEmail } from '#contract/rules/email.ts'
import { isTradeItemNumber, plainTradeItemNumber } from '#contract/labelCodes/tradeItemNumber.ts'
import { MAX_TAGS } from '#contract/rules/bounds.ts'
import { cellNumber, readsTwoWays, type ColumnSign } from '#contract/rules/readNumber.ts'
import { hasVisible } from '#contract/rules/visible.ts'
import { readMetadata, type MetadataField } from './metadataCell.ts'
import type { SaidRooms } from './saidRooms.ts'
import type { MetadataValue } from '#contract/rules/metadata.ts'
import { strayInName, withoutDirectionMarks, withoutInvisibleMarks } from '#contract/shapes.ts'
import { truncate } from '#contract/rules/truncate.ts'

export type Fault = ImportJob['faults'][number]

export interface ReadRow {
  row: number
  kind?: RowKind
  place?: ReadRow
  /** Identifies existing records: number or code, otherwise the name. */
  key: string
  /** The row has no number or code, so name and location identify it. */
  isByName: boolean
  name: string
  /** Values by field. Empty cells are absent and keep the stored value. */
  values: Partial<Record<string, string>>
  defaultType: string | undefined
  details: { key: string; value: string }[]
  metadata: { field: MetadataField; value: MetadataValue }[]
  ownerHeading: string | undefined
  id?: number
  rooms?: SaidRooms
  makesPlaces: boolean
  faults: Fault[]
  below?: ReadRow
  /** Meter readings: the rows of the same meter before and after this one. */
  earlier?: Neighbour
  later?: Neighbour
  /** An earlier row says the same. */
  isRepeated?: true
}

export interface Neighbour {
  at: string
  value: number
}

export interface ReadFile {
  headings: readonly string[]
  mapping: ImportMapping
  surplus: ReadonlySet<number>
  metadata: ReadonlyMap<number, MetadataField>
  /** Time zone for times without an offset. */
  zone: string
  /** Day columns that hold Excel day numbers. */
  dayNumbers?: ReadonlySet<number>
  /** Decimal signs that columns of numbers show. */
  decimalSigns?: ReadonlyMap<number, ColumnSign>
  isFrom1904?: boolean
}

/** Maximum lengths of a detail's key and value, as in the contract's `details`. */
const MAX_NAME = 200
const MAX_FACT = 2_000
const MAX_SHOWN = 200

const yes = /^(1|y|yes|true|x|ja|да|כן|نعم|ano|áno)$/i
const no = /^(0|n|no|false|nein|нет|לא|لا|ne|nie)$/i

export function readRow(
  kind: ImportJob['kind'],
  file: ReadFile,
  { row, cells }: { row: number; cells: readonly string[] },
): ReadRow {
  const {
    headings,
    mapping,
    surplus,
    metadata: metadataFields,
    zone,
    dayNumbers,
    isFrom1904,
  } = file
  const faults: Fault[] = []
  const say = (field: ImportField, code: Fault['code'], value: string) =>
    faults.push(faultOf(row, field, code, value))
  const empty = new Set(mapping.emptyValues.map((value) => value.toLowerCase()))
  const fields: EntityFields = importedThings[kind]
  const how: Omit<How, 'sign'> = { dayOrder: mapping.dayOrder ?? 'unclear', zone }

  const values: ReadRow['values'] = {}
  const details: ReadRow['details'] = []
  const metadata: ReadRow['metadata'] = []
  let ownerHeading: string | undefined
  for (const [index, field] of mapping.columns.entries()) {
    // Names of files made on macOS are decomposed; stored names are not.
    const cell = withoutDirectionMarks((cells[index] ?? '').normalize()).trim()
    const value = hasVisible(cell) ? cell : ''
    if (value === '' || empty.has(value.toLowerCase()) || field === 'ignore') continue
    if (field === 'detail') {
      if (!hasFacts(kind)) continue
      const heading = headings[index] ?? ''
      // Reported by heading, because several columns may be details.
      if (value.length > MAX_FACT)
        faults.push({ row, column: heading, code: 'tooLong', value: truncate(value, MAX_SHOWN) })
      else details.push({ key: truncate(heading, MAX_NAME), value })
      continue
    }
    const metadataId = metadataFieldOf(field)
    if (metadataId !== null) {
      const known = metadataFields.get(metadataId)
      // The field may have been deleted since.
      if (known === undefined) continue
      const answer = readMetadata(known, value, file.decimalSigns?.get(index))
      if ('value' in answer) metadata.push({ field: known, value: answer.value })
      else
        faults.push({
          row,
          column: headings[index] ?? '',
          code: answer.fault,
          value: truncate(value, MAX_SHOWN),
        })
      continue
    }
    if (field === 'owner') {
      values[field] = value
      ownerHeading = headings[index] ?? ''
    }
    if (field === 'mapRoom') {
      values[field] = value
      if (value.length > MAX_FACT) say(field, 'tooLong', value)
    }
    const known = fields[field]
    if (!known || !isField(field) || (isTyped(known) && lonelyDash.test(value))) continue
    const said =
      known.kind === 'many' && mapping.commaSeparates === true
        ? value.replaceAll(',', ';')
        : isIdentifier(known)
          ? withoutInvisibleMarks(value).trim()
          : value
    const { given = said, fault: wrong } = readers[known.kind](
      dayNumbers?.has(index) === true ? (dayOfNumber(said, isFrom1904) ?? said) : said,
      known,
      { ...how, sign: file.decimalSigns?.get(index) },
    )
    values[field] = given
    if (wrong) say(field, wrong, value)
  }
  // The user may map a surplus column.
  const isBeyond = (index: number) =>
    index >= headings.length || (surplus.has(index) && mapping.columns[index] === 'ignore')
  if (cells.some((cell, index) => isBeyond(index) && cell.trim() !== ''))
    faults.push({ row, column: null, code: 'wrongCellCount', value: String(cells.length) })

  const code = values[importKeys[kind]] ?? ''
  const nameField = nameFieldOf(kind)
  const isByName = nameField !== undefined && code === ''
  const key = isByName ? (values[nameField] ?? values['serialNumber'] ?? '') : code
  if (key === '') say(keyOf(kind, mapping), 'required', '')
  // A known device or ticket needs no type in the row.
  if (isPlace(kind) && !values['type'] && !mapping.defaults.type) say('type', 'required', '')
  return {
    row,
    key,
    isByName,
    name: nameIn(values) ?? key,
    values,
    defaultType: 'type' in fields ? mapping.defaults.type : undefined,
    details,
    metadata,
    ownerHeading,
    makesPlaces: mapping.makesPlaces === true,
    faults,
  }
}

const isPlace = (kind: ImportKind) => placeImportKinds.some((one) => one === kind)

function nameIn({ name, title, firstName, lastName }: ReadRow['values']): string | undefined {
  const person = [firstName, lastName].filter((one) => one !== undefined).join(' ')
  return name ?? title ?? (person === '' ? undefined : person)
}

/** Lists write a dash for a missing number or day. */
const lonelyDash = /^\p{Pd}+$/u
const isTyped = ({ kind }: EntityField) =>
  ['number', 'day', 'gtin', 'instant', 'minute'].includes(kind)

const isField = (target: ImportMapping['columns'][number]): target is ImportField =>
  metadataFieldOf(target) === null && target !== 'detail' && target !== 'ignore'

export const keyOf = (kind: ImportJob['kind'], mapping: ImportMapping): ImportField =>
  mapping.columns.includes(importKeys[kind])
    ? importKeys[kind]
    : (nameFieldOf(kind) ?? importKeys[kind])

const faultOf = (row: number, field: ImportField, code: Fault['code'], value: string): Fault => ({
  row,
  column: null,
  field,
  code,
  value: truncate(value, MAX_SHOWN),
})

/**
 * Adds an error about a field. `value`: the faulty part of the cell; if omitted, the whole cell.
 */
export function addFault(
  read: Pick<ReadRow, 'row' | 'values' | 'faults'>,
  field: ImportField,
  code: Fault['code'],
  value: string = read.values[field] ?? '',
): void {
  read.faults.push(faultOf(read.row, field, code, value))
}

interface How {
  dayOrder: DayMonthOrder
  zone: string
  sign: ColumnSign | undefined
}
type Reader = (
  value: string,
  field: EntityField,
  how: How,
) => { given?: string; fault?: Fault['code'] }
const short = (value: string, { max }: EntityField): ReturnType<Reader> =>
  value.length > max ? { fault: 'tooLong' } : {}
const lineBreak = /[\r\n]/g
function plain(value: string, field: EntityField): ReturnType<Reader> {
  // A line break is visible, so it has an error of its own.
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
    if (field.isEmail === true)
      return isEmail(value) ? { given: value.toLowerCase() } : { fault: 'notAnEmail' }
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
    return names.length > (field.most ?? MAX_TAGS) || names.some((name) => name.length > MAX_NAME)
      ? { fault: 'tooLong' }
      : plain(value, field)
  },
  number(value, { max, min = -max }, { sign }) {
    // A workbook may show coordinates in degrees.
    const bare = value.replace(/\s*°$/, '')
    const number = cellNumber(bare, sign === 'unclear' ? null : sign)
    // A latitude of 48.123 cannot be 48,123.
    const isTwoNumbers =
      sign === 'unclear' && readsTwoWays(bare) && Math.abs(number ?? 0) * 1_000 <= max
    if (isTwoNumbers) return { fault: 'numberUnclear' }
    if (number === null) return { fault: 'notANumber' }
    return number > max || number < min ? { fault: 'outOfRange' } : { given: String(number) }
  },
  day(value, _field, { dayOrder }) {
    const { day, fault } = readDay(value, dayOrder)
    if (day !== undefined) return { given: day }
    return { fault: fault === 'orderUnclear' ? 'orderUnclear' : 'notADay' }
  },
  instant(value, _field, { dayOrder, zone }) {
    const { instant: given, fault } = readInstant(value, dayOrder, zone)
    return given === undefined ? { fault: fault ?? 'notAnInstant' } : { given }
  },
  minute(value, _field, { dayOrder }) {
    const { minute: given, fault } = readMinute(value, dayOrder)
    return given === undefined ? { fault: fault ?? 'notAnInstant' } : { given }
  },
  gtin(value) {
    const given = plainTradeItemNumber(value)
    return isTradeItemNumber(given) ? { given } : { fault: 'notAGtin' }
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

export const namesIn = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split(/[;|]/)
    .map((name) => name.trim())
    .filter(hasVisible)

export const linesIn = (cell: string | undefined): string[] =>
  (cell ?? '').split('\n').filter((line) => line !== '')

/** The instant of a field; undefined if the cell has none, or a fault. */
export function instantIn({ values }: Pick<ReadRow, 'values'>, field: string): Date | undefined {
  const said = values[field]
  // JavaScript reads much else as a date, such as 46357.
  return said !== undefined && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(said)
    ? new Date(said)
    : undefined
}

/** A second row for the same record is an error. */
export function markDuplicates(
  rows: readonly ReadRow[],
  field: ImportField,
  partOf: (read: ReadRow) => string = () => '',
): void {
  const seen = new Set<string>()
  for (const read of rows) {
    const where = read.isByName ? placeSaid(read) : ''
    const key = `${read.isByName}\n${read.key.toLowerCase()}\n${where}\n${partOf(read)}`
    if (read.key !== '' && seen.has(key))
      addFault(read, read.isByName ? 'name' : field, 'duplicateKey', read.key)
    seen.add(key)
  }
}

/** Distinguishes records of one name by location, owner and serial number. */
const placeSaid = ({ values }: ReadRow): string =>
  [values['location'], values['parent'], values['owner'], values['serialNumber']]
    .join('\n')
    .toLowerCase()
