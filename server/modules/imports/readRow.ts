/** One row of cells into what it says of one thing, with every fault it has. Pure. */
import { importFields, type ImportJob, type ImportMapping } from '#contract/imports'

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
}

const longest: Record<string, number> = {
  name: 200,
  equipmentId: 100,
  code: 100,
  type: 200,
  status: 200,
  location: 200,
  parent: 200,
  locationText: 500,
  tags: 2000,
  timezone: 64,
}
const keyField = { equipment: 'equipmentId', locations: 'code' } as const
const yes = /^(1|y|yes|true|x|ja|да|כן|نعم|ano|áno)$/i
const no = /^(0|n|no|false|nein|нет|לא|لا|ne|nie)$/i

export function readRow(
  kind: ImportJob['kind'],
  headings: readonly string[],
  mapping: ImportMapping,
  { row, cells }: { row: number; cells: readonly string[] },
): ReadRow {
  const faults: Fault[] = []
  const say = (column: string | null, code: Fault['code'], value: string) =>
    faults.push({ row, column, code, value: value.slice(0, 200) })
  const headingOf = (field: string) =>
    headings[mapping.columns.indexOf(field as ImportMapping['columns'][number])] ?? null
  const empty = new Set(mapping.emptyValues.map((value) => value.toLowerCase()))
  const known = new Set<string>(importFields[kind])

  const values: ReadRow['values'] = {}
  const details: ReadRow['details'] = []
  for (const [index, field] of mapping.columns.entries()) {
    const value = (cells[index] ?? '').trim()
    if (value === '' || empty.has(value.toLowerCase()) || field === 'ignore') continue
    if (field === 'detail')
      details.push({ key: (headings[index] ?? '').slice(0, 200), value: value.slice(0, 2000) })
    else if (known.has(field)) values[field] = value
    const limit = longest[field]
    if (limit !== undefined && value.length > limit) say(headings[index] ?? null, 'tooLong', value)
  }
  if (
    cells.length > headings.length &&
    cells.slice(headings.length).some((cell) => cell.trim() !== '')
  )
    say(null, 'wrongCellCount', String(cells.length))

  const keyed = keyField[kind]
  const hasKey = mapping.columns.includes(keyed)
  const key = hasKey ? (values[keyed] ?? '') : (values['name'] ?? '')
  if (key === '') say(headingOf(hasKey ? keyed : 'name'), 'required', '')
  if (!values['type'] && !mapping.defaults.type) say(headingOf('type'), 'required', '')
  checkNumber('latitude', 90)
  checkNumber('longitude', 180)
  const zone = values['timezone']
  if (zone !== undefined && !isZone(zone)) say(headingOf('timezone'), 'unknownZone', zone)
  const fixed = values['isStatic']
  if (fixed !== undefined && !yes.test(fixed) && !no.test(fixed))
    say(headingOf('isStatic'), 'notABoolean', fixed)
  else if (fixed !== undefined) values['isStatic'] = String(yes.test(fixed))
  return {
    row,
    key,
    name: values['name'] ?? key,
    values,
    defaultType: mapping.defaults.type,
    details,
    faults,
  }

  function checkNumber(field: 'latitude' | 'longitude', limit: number) {
    const value = values[field]
    if (value === undefined) return
    const number = Number(value.replace(',', '.'))
    if (!Number.isFinite(number)) say(headingOf(field), 'notANumber', value)
    else if (Math.abs(number) > limit) say(headingOf(field), 'outOfRange', value)
    else values[field] = String(number)
  }
}

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
export function markDuplicates(rows: readonly ReadRow[], column: string | null): void {
  const seen = new Set<string>()
  for (const read of rows) {
    const key = read.key.toLowerCase()
    if (key !== '' && seen.has(key))
      read.faults.push({
        row: read.row,
        column,
        code: 'duplicateKey',
        value: read.key.slice(0, 200),
      })
    seen.add(key)
  }
}
