import type { EntityFields } from '#contract/entityFields.ts'
import { importedThings, metadataFieldOf, type ImportJob } from '#contract/imports.ts'
import { decimalSignIn, type ColumnSign } from '#contract/rules/readNumber.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import type { Table } from './csvFile.ts'
import type { MetadataField } from './metadataCell.ts'

/**
 * The decimal signs that columns of numbers show, by the column's index. Workbooks hold numbers, so
 * their cells need none.
 */
export async function decimalSignsOf(
  { kind, mapping, reading }: Pick<ImportJob, 'kind' | 'mapping' | 'reading'>,
  metadata: ReadonlyMap<number, MetadataField>,
  { rows }: Table,
): Promise<ReadonlyMap<number, ColumnSign>> {
  const signs = new Map<number, ColumnSign>()
  if (reading?.format === 'xlsx') return signs
  const fields: EntityFields = importedThings[kind]
  const columns = [...mapping.columns.entries()].filter(([, column]) => {
    const own = metadataFieldOf(column)
    return own === null
      ? fields[column]?.kind === 'number'
      : metadata.get(own)?.dataType === 'number'
  })
  if (columns.length === 0) return signs
  const breathe = makeYielder()
  for (const { cells } of rows) {
    for (const [index] of columns) {
      const sign = decimalSignIn(cells[index] ?? '')
      if (sign === null) continue
      const known = signs.get(index)
      signs.set(index, known === undefined || known === sign ? sign : 'several')
    }
    await breathe()
  }
  return signs
}
