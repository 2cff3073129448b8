/**
 * Finds the row named in the address: in the list, or by a query for its id alone, because the row
 * may be on another page. Usage:
 * `const alone = useList(isElsewhere(id, query.data) ? { ids: [id] } : skipToken)`, then
 * `const { row, missing } = useNamedRow(id, query, alone)`.
 */
import { useState } from 'react'
import { isAnythingTyped } from '#ui/dialog/leaving/leaving.ts'
import type { Failure } from '#ui/feedback/states.tsx'

interface Rows<Row> {
  rows: readonly Row[]
}
export interface RowsQuery<Answer> {
  data?: Answer | undefined
  currentData?: Answer | undefined
  isUninitialized: boolean
  isFetching: boolean
  error?: Failure | undefined
  refetch(): PromiseLike<{ data?: Answer | undefined }>
}

export interface Missing {
  isAsked: boolean
  /** Why the query failed. Undefined if the row does not exist. */
  failure: Failure | undefined
  retry(): void
}

/** True if the id is not in the visible page of the list. */
export const isElsewhere = (
  id: number | null,
  list: Rows<{ id: number }> | undefined,
): id is number => id !== null && list !== undefined && rowOf(list, id) === undefined

/**
 * Neither `row` nor `missing` is set until the list has loaded, or if the address names no row. A
 * row that disappears during editing stays: its form keeps the input, and its save reports.
 */
export function useNamedRow<Row extends { id: number }>(
  id: number | null,
  list: { data?: Rows<Row> | undefined },
  alone: RowsQuery<Rows<Row>>,
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

/** For a complete list, or a query by id alone. */
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
