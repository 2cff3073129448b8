/**
 * A list whose rows open in a panel beside it: the address, the rows, the row that the address
 * names, and what opens and closes it. Spread `filter` into FilterBar and `table` into EntityTable.
 */
import { skipToken, type SkipToken } from '@reduxjs/toolkit/query'
import type { ReactNode } from 'react'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import type { AddressPatch, AddressValues } from '#lib/addressState.ts'
import { Count } from '#ui/page/marks.tsx'
import { MissingPanel } from '#ui/panel/MissingPanel.tsx'
import { isElsewhere, useNamedRow, type RowsQuery } from '#ui/panel/namedRow.ts'
import { resetFields, useListAddress, type ListQuestion, type ListShape } from './listAddress.ts'

interface Answer<Row> {
  count: number
  rows: readonly Row[]
}
type BodyOf<E extends Endpoint> = Input<E> extends { body: infer B } ? B : never
type RowOf<E extends Endpoint> =
  Output<E> extends { rows: readonly (infer R extends { id: number })[] } ? R : never
type IdOf<S> = number & (S extends { id: { read(raw: null): infer T } } ? NonNullable<T> : never)

interface Collection<S, E extends Endpoint> {
  endpoint: E
  useRows(input: { body: BodyOf<E> } | SkipToken): RowsQuery<Output<E>>
  /** A shape with `listAddress`. `mode: 'new'` opens the panel of a new row. */
  address: S
  body(question: ListQuestion<S>, state: AddressValues<S>): BodyOf<E>
  /** Finds the named row alone, because it may be on another page of the list. */
  alone(id: IdOf<S>, state: AddressValues<S>): BodyOf<E>
  mayOpen?: boolean
  mayAdd?: boolean
  opened?: AddressPatch<S>
  closed?: AddressPatch<S>
}

export function useCollection<S extends ListShape<S>, E extends Endpoint>({
  endpoint,
  useRows,
  address,
  body,
  alone,
  mayOpen = true,
  mayAdd = true,
  opened,
  closed,
}: Collection<S, E>) {
  type Row = RowOf<E>
  const fetchNow = useFetchNow()
  const { state, change, paging, question, linkTo } = useListAddress(address)
  const query = useRows({ body: body(question, state) })
  // S holds a list's fields, and E returns a list; the compiler cannot read either from a generic.
  const list = state as unknown as { search: string; id: IdOf<S> | null; mode?: string }
  const changeList = change as (patch: object, options?: { push?: boolean }) => void
  const isNew = mayAdd && list.mode === 'new'
  const id = mayOpen && !isNew ? list.id : null
  const rowsQuery = query as RowsQuery<Answer<Row>>
  const { data } = rowsQuery
  const aloneQuery = useRows(isElsewhere(id, data) ? { body: alone(id, state) } : skipToken)
  const { row, missing } = useNamedRow(id, rowsQuery, aloneQuery as typeof rowsQuery)
  const close = () =>
    changeList({ id: null, ...resetFields(address, ['mode', 'tab']), ...closed }, { push: true })
  const open = (target: Row) =>
    changeList({ id: target.id, ...resetFields(address, ['mode']), ...opened }, { push: true })
  return {
    state,
    change,
    query,
    close,
    add: () => changeList({ mode: 'new', id: null }, { push: true }),
    fetchRow: async (): Promise<Row | undefined> => {
      if (id === null) return undefined
      const answer = await fetchNow(endpoint, { body: alone(id, state) } as Input<E>)
      return (answer as Answer<Row>).rows[0]
    },
    count: data && <Count value={data.count} />,
    filter: {
      search: list.search,
      onSearch: (search: string) => changeList({ search, page: 1 }),
    },
    table: {
      query: rowsQuery,
      paging,
      currentId: list.id,
      ...(mayOpen ? { linkTo, onOpen: open } : {}),
    },
    /** The open panel: a row's, a new row's, or a note that the named row is missing. */
    panel: (ofRow: (row: Row) => ReactNode, ofNew?: () => ReactNode): ReactNode =>
      isNew
        ? ofNew?.()
        : row === undefined
          ? missing && <MissingPanel missing={missing} onClose={close} />
          : ofRow(row),
  }
}
