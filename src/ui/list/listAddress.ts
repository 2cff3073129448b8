/**
 * The part of the address that every list has. Spread it into a feature's constant shape: `const
 * shape = { ...listAddress(['name', 'updatedAt'], 'name', 'ticket'), statusIds: inAddress.integers() }`, then
 * `const { state, change, paging, question } = useListAddress(shape)`.
 */
import type { IdKind } from '#contract/ids.ts'
import { inAddress, useAddressState, type AddressField } from '#lib/addressState.ts'
import type { Paging } from './TableFoot.tsx'

/**
 * Fields of a list. `columns`: the server's sort keys; a leading minus sorts descending. `kind`:
 * kind of the rows' ids; omit if the screen lists several kinds.
 */
export function listAddress<C extends string, K extends IdKind = IdKind>(
  columns: readonly C[],
  first: C | `-${C}`,
  kind?: K,
) {
  const orders = columns.flatMap((column): (C | `-${C}`)[] => [column, `-${column}`])
  return {
    search: inAddress.text(),
    page: inAddress.count(1),
    size: inAddress.count(50),
    sort: inAddress.oneOf(orders, first),
    id: inAddress.id(kind),
  }
}

interface ListState {
  search: string
  page: number
  size: number
  sort: string
  id: number | null
}
interface AnyField {
  read(raw: string | null): unknown
  write(value: unknown): string | null
}
export type ListShape<S> = {
  [K in keyof ListState]: K extends 'sort' ? AnyField : AddressField<ListState[K]>
} & { [K in keyof S]: AnyField }
export interface ListQuestion<S> {
  limit: number
  offset: number
  /** If omitted, the server lists exact matches first, then sorts by name. */
  sort?: SortOf<S>
  search?: string
}
type SortOf<S> = S extends { sort: AddressField<infer T> } ? T : never

/**
 * Returns the address as state, the paging for EntityTable, and the server's limit, offset, search
 * and sort. `hasNearest`: by default, the server sorts a search by closeness.
 */
export function useListAddress<S extends ListShape<S>>(shape: S, { hasNearest = false } = {}) {
  const [state, change, queryWith] = useAddressState(shape)
  // S holds the list's own fields, each read by its own field.
  const list = state as unknown as ListState
  const changeList = change as unknown as (
    patch: Partial<ListState>,
    options?: { push?: boolean },
  ) => void
  const queryOf = queryWith as unknown as (patch: Partial<ListState>) => string
  const size = Math.min(list.size, 100)
  const paging: Paging = {
    page: list.page,
    size,
    sort: list.sort,
    change: (patch) => changeList(patch, { push: true }),
  }
  const search = list.search.trim()
  const isNearest = hasNearest && search !== '' && list.sort === shape.sort.read(null)
  const question: ListQuestion<S> = {
    limit: size,
    offset: (list.page - 1) * size,
    ...(isNearest ? {} : { sort: list.sort as SortOf<S> }),
    ...(search === '' ? {} : { search }),
  }
  /** A row's address: the list stays, and the row's panel opens for reading. */
  const linkTo = ({ id }: { id: number }): string => queryOf({ id, ...resetFields(shape, writing) })
  return { state, change, paging, question, linkTo }
}

/** Address fields that open a panel for writing: an edit, or a new row. */
const writing = ['mode', 'new', 'edit']

export const resetFields = (shape: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const field = (shape as Partial<Record<string, AnyField>>)[name]
      return field ? [[name, field.read(null)]] : []
    }),
  )

export function withoutPaging<Q extends { limit: number; offset: number }>(
  question: Q,
): Omit<Q, 'limit' | 'offset'> {
  const { limit: _limit, offset: _offset, ...whole } = question
  return whole
}
