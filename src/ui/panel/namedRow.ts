/**
 * The row that an address names, for the panel beside a list: of the list, or else what the list
 * says of it alone, as a link may name one that is on another page:
 * `const alone = useList({ ids: [id ?? 1] }, { skip: !isElsewhere(id, query.data) })`, then
 * `const { row, missing } = useNamedRow(id, query, alone)`.
 */
import { useState } from 'react'
import { isAnythingTyped } from '#ui/dialog/leaving/leaving.ts'
import type { Failure } from '#ui/feedback/states.tsx'

interface Rows<Row> {
  rows: readonly Row[]
}
interface AloneQuery<Row> {
  currentData?: Rows<Row> | undefined
  isUninitialized: boolean
  isFetching: boolean
  error?: Failure | undefined
  refetch(): PromiseLike<{ data?: Rows<Row> | undefined }>
}

/** Named, and neither in the list nor found alone. */
export interface Missing {
  /** The answer is still on its way. */
  isAsked: boolean
  /** Why that is not known; absent: it is not there. */
  failure: Failure | undefined
  retry(): void
}

/** True when one is named that the list, as far as it is shown, has not. */
export const isElsewhere = (id: number | null, list: Rows<{ id: number }> | undefined): boolean =>
  id !== null && list !== undefined && rowOf(list, id) === undefined

/**
 * Neither `row` nor `missing` until the list is there, and where the address names none. What goes
 * while something is typed about it stays as it was: its form keeps that, and its save says what
 * happened.
 */
export function useNamedRow<Row extends { id: number }>(
  id: number | null,
  list: { data?: Rows<Row> | undefined },
  alone: AloneQuery<Row>,
): {
  row: Row | undefined
  missing: Missing | undefined
} {
  const found = rowOf(list.data, id) ?? rowOf(alone.currentData, id)
  const [last, setLast] = useState(found)
  if (found !== undefined && found !== last) setLast(found)
  const row = found ?? (last?.id === id && isAnythingTyped() ? last : undefined)
  return {
    row,
    missing: row === undefined && !alone.isUninitialized ? missingOf(alone) : undefined,
  }
}

const rowOf = <Row extends { id: number }>(
  list: Rows<Row> | undefined,
  id: number | null,
): Row | undefined => list?.rows.find((row) => row.id === id)

/** Of a list that is shown whole, or of what was asked for by its id alone. */
export const missingOf = ({
  isFetching,
  error,
  refetch,
}: {
  isFetching: boolean
  error?: Failure | undefined
  refetch(): unknown
}): Missing => ({
  isAsked: isFetching,
  failure: error,
  retry: () => void refetch(),
})
