import { Suspense, useState, type ReactNode } from 'react'
import type { OwnValues } from '#contract/metadataValues.ts'
import type { MetadataOwner } from '#contract/rules/metadata.ts'
import { loadPartLater } from '#lib/lateFiles.ts'
import type { Column } from '#ui/list/EntityTable.tsx'

const OwnColumns = loadPartLater(() =>
  import('./OwnColumns.tsx').then((file) => ({ default: file.OwnColumns })),
)

export interface WithOwnValues {
  ownValues?: OwnValues | undefined
}

interface OwnColumnsOfList {
  /** The list's columns with the own ones behind the first three. */
  among<Row extends WithOwnValues>(columns: readonly Column<Row>[]): Column<Row>[]
  /** For the list's request. */
  question: { ownColumns?: number[] }
  /** Loads the names of the fields. Part of the page wherever its filters are. */
  part: ReactNode
}

/** Own fields as columns of a list. `ids`: those that the list's address names. */
export function useOwnColumns(of: MetadataOwner, ids: number[]): OwnColumnsOfList {
  const [columns, setColumns] = useState<Column<WithOwnValues>[]>([])
  if (ids.length === 0) return { among: (others) => [...others], question: {}, part: null }
  return {
    among: (others) => [...others.slice(0, 3), ...columns, ...others.slice(3)],
    question: { ownColumns: ids },
    part: (
      <Suspense fallback={null}>
        <OwnColumns of={of} ids={ids} onColumns={setColumns} />
      </Suspense>
    ),
  }
}
