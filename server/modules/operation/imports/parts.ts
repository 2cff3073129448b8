import type { ImportJob, ImportKind, ImportMapping, RowKind } from '#contract/imports.ts'
import { COBIE_COMPONENT, COBIE_SHEET } from './cobie.ts'
import { COBIE_JOB, COBIE_SCHEDULE, COBIE_SPARE, workColumns } from './cobieWork.ts'
import { readRow, type ReadFile, type ReadRow } from './readRow.ts'
import type { TableRow } from './heading.ts'

type Columns = Readonly<Record<string, ImportMapping['columns'][number]>>
type PartOf = { kind: RowKind; readAs: ImportKind; columns: Columns; facts: boolean }

const places: PartOf = {
  kind: 'locations',
  readAs: 'locations',
  columns: { [COBIE_SHEET]: 'ignore', Name: 'name', TypeName: 'type', Space: 'parent' },
  facts: true,
}
const parts: Readonly<Record<string, PartOf>> = {
  [COBIE_SPARE]: {
    kind: 'items',
    readAs: 'stock',
    columns: {
      Name: 'item',
      Category: 'category',
      PartNumber: 'catalogueNumber',
      [workColumns.supplier]: 'supplier',
    },
    facts: false,
  },
  [COBIE_JOB]: {
    kind: 'jobPlans',
    readAs: 'schedules',
    columns: { Name: 'procedure' },
    facts: false,
  },
  [COBIE_SCHEDULE]: {
    kind: 'schedules',
    readAs: 'schedules',
    columns: { Name: 'procedure', [workColumns.every]: 'every' },
    facts: false,
  },
}
/** Columns of cells that the server itself wrote, so they are read unchanged. */
const joined: Readonly<Record<string, string>> = {
  [workColumns.types]: 'types',
  [workColumns.tasks]: 'tasks',
  [workColumns.start]: 'start',
  Category: 'category',
}

export function readPart(job: Pick<ImportJob, 'kind' | 'reading'>, file: ReadFile, row: TableRow) {
  const { reading, kind } = job
  const at = file.headings.indexOf(COBIE_SHEET)
  const sheet = row.cells[at] ?? ''
  if (reading?.parts === undefined || at < 0 || sheet === COBIE_COMPONENT)
    return readRow(kind, file, row)
  const part = parts[sheet] ?? places
  const columns = file.headings.map((heading, column) => {
    if (!part.facts) return part.columns[heading] ?? 'ignore'
    return file.mapping.columns[column] === 'ignore'
      ? 'ignore'
      : (part.columns[heading] ?? 'detail')
  })
  const read = readRow(part.readAs, { ...file, mapping: { ...file.mapping, columns } }, row)
  read.kind = part.kind
  if (part.facts) return read
  read.defaultType = undefined
  for (const [column, heading] of file.headings.entries()) {
    const field = joined[heading]
    const cell = row.cells[column] ?? ''
    if (field !== undefined && cell !== '' && read.values[field] === undefined)
      read.values[field] = cell
  }
  return read
}

export function linkPlans(rows: readonly ReadRow[]): void {
  const keyOf = (read: ReadRow) => `${read.key}\n${read.values['types'] ?? ''}`.toLowerCase()
  const plans = new Map(
    rows.filter(({ kind }) => kind === 'jobPlans').map((read) => [keyOf(read), read]),
  )
  for (const read of rows) {
    const plan = read.kind === 'schedules' ? plans.get(keyOf(read)) : undefined
    if (plan !== undefined) read.below = plan
  }
}

export function linkPlaces(rows: readonly ReadRow[]): void {
  const places = rows.filter(({ kind }) => kind === 'locations')
  if (places.length === 0) return
  const pathOf = (read: ReadRow): string =>
    [read.below === undefined ? '' : pathOf(read.below), read.name]
      .filter((level) => level !== '')
      .join(' / ')
      .toLowerCase()
  const byPath = new Map(places.map((read) => [pathOf(read), read]))
  for (const read of rows) {
    const place = byPath.get(read.values['location']?.toLowerCase() ?? '')
    if (read.kind === undefined && place !== undefined) read.place = place
  }
}
