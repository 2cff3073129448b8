/** Files with rows of two kinds: the locations of a COBie workbook, then its equipment. */
import type { ImportJob, ImportMapping } from '#contract/imports.ts'
import { COBIE_COMPONENT, COBIE_SHEET } from './cobie.ts'
import { readRow, type ReadFile, type ReadRow } from './readRow.ts'
import type { TableRow } from './heading.ts'

const targets: Readonly<Record<string, ImportMapping['columns'][number]>> = {
  [COBIE_SHEET]: 'ignore',
  Name: 'name',
  TypeName: 'type',
  Space: 'parent',
}

/** Parses a row by its own kind. */
export function readPart(job: Pick<ImportJob, 'kind' | 'reading'>, file: ReadFile, row: TableRow) {
  const { reading, kind } = job
  const at = file.headings.indexOf(COBIE_SHEET)
  const sheet = row.cells[at]
  if (reading?.parts === undefined || at < 0 || sheet === COBIE_COMPONENT)
    return readRow(kind, file, row)
  const columns = file.headings.map((heading, column) =>
    // What the user ignores is ignored here, too.
    file.mapping.columns[column] === 'ignore' ? 'ignore' : (targets[heading] ?? 'detail'),
  )
  const mapping = { ...file.mapping, columns }
  const read = readRow('locations', { ...file, mapping }, row)
  read.kind = 'locations'
  return read
}

/** Links equipment to the rows that are its locations, by the path to them. */
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
