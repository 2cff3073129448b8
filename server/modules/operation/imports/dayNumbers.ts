import { firstDayNumber } from '#contract/dates/dayNumber.ts'
import type { EntityFields } from '#contract/entityFields.ts'
import { importedThings, type ImportJob } from '#contract/imports.ts'
import type { Table } from './csvFile.ts'

export function dayNumbersOf(
  { kind, mapping, reading }: Pick<ImportJob, 'kind' | 'mapping' | 'reading'>,
  { rows }: Table,
): ReadonlySet<number> {
  const fields: EntityFields = importedThings[kind]
  const numbered = new Set<number>()
  if (mapping.dayNumbers !== true) return numbered
  for (const [index, field] of mapping.columns.entries())
    if (
      fields[field]?.kind === 'day' &&
      firstDayNumber(
        rows.map(({ cells }) => cells[index] ?? ''),
        countsFrom1904(reading),
      ) !== null
    )
      numbered.add(index)
  return numbered
}

export const countsFrom1904 = (reading: ImportJob['reading']): boolean =>
  reading?.format === 'xlsx' && reading.isFrom1904 === true
