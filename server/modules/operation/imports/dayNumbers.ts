import { firstDayNumber } from '#contract/dates/dayNumber.ts'
import type { EntityFields } from '#contract/entityFields.ts'
import { importedThings, type ImportJob } from '#contract/imports.ts'
import type { Table } from './csvFile.ts'

/** The columns of days in which every filled cell is a day number. */
export function dayNumbersOf(
  { kind, mapping }: Pick<ImportJob, 'kind' | 'mapping'>,
  { rows }: Table,
): ReadonlySet<number> {
  const fields: EntityFields = importedThings[kind]
  const numbered = new Set<number>()
  if (mapping.dayNumbers !== true) return numbered
  for (const [index, field] of mapping.columns.entries())
    if (
      fields[field]?.kind === 'day' &&
      firstDayNumber(rows.map(({ cells }) => cells[index] ?? '')) !== null
    )
      numbered.add(index)
  return numbered
}
