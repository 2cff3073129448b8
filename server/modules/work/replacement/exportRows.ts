import { lifeEnd } from '#contract/rules/lifeEnd.ts'
import { replacementParts } from '#contract/rules/replacement.ts'
import type { Id } from '#contract/ids.ts'
import {
  column,
  wordCell,
  type ExportCell,
  type ExportColumn,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { detailsOf, judgedRows, type Details, type Judged, type RowsQuestion } from './rows.ts'

/** Rows read per transaction. */
const ROWS_A_PART = 250

const moneyColumns = [column('price', 'field_price'), column('costs24Months', 'costs24Months')]
const columnsOf = (hasMoney: boolean): ExportColumn[] => [
  column('id', 'id'),
  column('equipmentId', 'field_equipmentId'),
  column('name', 'field_name'),
  column('type', 'field_type'),
  column('location', 'field_location'),
  column('orgEntity', 'field_orgEntity'),
  column('purchasedOn', 'field_purchasedOn'),
  column('expectedYears', 'field_expectedYears'),
  column('lifeEndsOn', 'field_lifeEndsOn'),
  column('warrantyUntil', 'field_warrantyUntil'),
  column('replacementYear', 'replacementYear'),
  column('replacementBy', 'replacementBy'),
  column('replaceNote', 'field_replaceNote'),
  ...(hasMoney ? moneyColumns : []),
  column('replacementScore', 'replacementScore'),
  column('knownWeight', 'knownWeight'),
  ...replacementParts.map((part) => column(`points_${part}`, `points_${part}`)),
]

const day = (value: string | null): ExportCell => (value === null ? null : { day: value })
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10

function cellsOf(row: Judged, details: Details, hasMoney: boolean): ExportCell[] {
  const { facts, parts } = row
  return [
    row.id,
    details.equipmentId,
    details.name,
    details.type.name,
    details.location?.name ?? null,
    details.orgEntity?.name ?? null,
    day(facts.purchasedOn),
    facts.expectedYears,
    day(lifeEnd(facts)),
    day(facts.warrantyUntil),
    row.year,
    row.by === null ? null : wordCell(row.by, `replacementBy_${row.by}`),
    details.note,
    ...(hasMoney ? [facts.price, facts.cost] : []),
    row.score,
    row.knownWeight,
    ...parts.map(({ points }) => rounded(points)),
  ]
}

/** The rows of the plan. The plan is read once; each part reads its rows again by its rights. */
export const replacementExport: ExportSource<RowsQuestion> = {
  async open(scope, question) {
    scope.must('viewer|reports')
    const { rows, hasMoney } = await judgedRows(scope, question)
    const byId = new Map(rows.map((row) => [String(row.id), row]))
    const parts = Array.from({ length: Math.ceil(rows.length / ROWS_A_PART) }, (_, index) =>
      rows
        .slice(index * ROWS_A_PART, (index + 1) * ROWS_A_PART)
        .map(({ id }) => id)
        .join(','),
    )
    return {
      columns: columnsOf(hasMoney),
      parts,
      total: rows.length,
      async read(inner, part) {
        inner.must('viewer|reports')
        const listed = part.split(',').flatMap((id) => byId.get(id) ?? [])
        const details = await detailsOf(
          inner,
          listed.map(({ id }): Id<'equipment'> => id),
        )
        return listed.flatMap((row) => {
          const found = details.get(row.id)
          return found === undefined
            ? []
            : [cellsOf(row, found, hasMoney && inner.can('viewer|costs'))]
        })
      },
    }
  },
}
