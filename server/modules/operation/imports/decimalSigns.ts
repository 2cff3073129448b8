import type { EntityFields } from '#contract/entityFields.ts'
import { importedThings, metadataFieldOf, type ImportJob } from '#contract/imports.ts'
import { decimalSignIn, type ColumnSign, type DecimalSign } from '#contract/rules/readNumber.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import type { Table } from './csvFile.ts'
import type { MetadataField } from './metadataCell.ts'

const chosen = { comma: ',', point: '.' } as const

/**
 * The decimal signs of columns of numbers, by the column's index: what its cells show, otherwise
 * what the user chose, otherwise what the other columns show. Workbooks hold numbers, so their cells
 * need none.
 */
export async function decimalSignsOf(
  { kind, mapping, reading }: Pick<ImportJob, 'kind' | 'mapping' | 'reading'>,
  metadata: ReadonlyMap<number, MetadataField>,
  { rows }: Table,
): Promise<ReadonlyMap<number, ColumnSign>> {
  if (reading?.format === 'xlsx') return new Map()
  const fields: EntityFields = importedThings[kind]
  const columns = [...mapping.columns.entries()].flatMap(([index, column]) => {
    const own = metadataFieldOf(column)
    const isNumber =
      own === null ? fields[column]?.kind === 'number' : metadata.get(own)?.dataType === 'number'
    return isNumber ? [index] : []
  })
  const shown = new Map(columns.map((index) => [index, new Set<DecimalSign>()]))
  if (columns.length === 0) return new Map()
  const breathe = makeYielder()
  for (const { cells } of rows) {
    for (const [index, signs] of shown) {
      const sign = decimalSignIn(cells[index] ?? '')
      if (sign !== null) signs.add(sign)
    }
    await breathe()
  }
  const ofFile = onlyOne(new Set([...shown.values()].flatMap((signs) => [...signs])))
  const otherwise =
    mapping.decimalSign === undefined ? (ofFile ?? 'unclear') : chosen[mapping.decimalSign]
  return new Map(
    [...shown].map(([index, signs]) => [
      index,
      onlyOne(signs) ??
        (signs.size > 0 && mapping.decimalSign === undefined ? 'unclear' : otherwise),
    ]),
  )
}

const onlyOne = (signs: ReadonlySet<DecimalSign>): DecimalSign | undefined =>
  signs.size === 1 ? [...signs][0] : undefined
