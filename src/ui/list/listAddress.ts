/**
 * The part of the address every list has. Spread it into a feature's own constant shape:
 * `const shape = { ...listAddress(['name', 'updatedAt'], 'name'), statusIds: inAddress.integers()
 * }`, then `const { state, change, paging, question } = useListAddress(shape)`.
 */
import { inAddress, useAddressState, type AddressField } from '#lib/addressState.ts'
import type { Paging } from './TableFoot.tsx'

/** What the server can sort by, each also backwards with a leading minus. */
export function listAddress<C extends string>(columns: readonly C[], first: C | `-${C}`) {
  const orders = columns.flatMap((column): (C | `-${C}`)[] => [column, `-${column}`])
  return {
    search: inAddress.text(),
    page: inAddress.count(1),
    size: inAddress.count(50),
    sort: inAddress.oneOf(orders, first),
    /** The row whose panel is open. */
    id: inAddress.integer(),
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
  write(value: never): string | null
}
type ListShape = {
  [K in keyof ListState]: K extends 'sort' ? AnyField : AddressField<ListState[K]>
}
type SortOf<S> = S extends { sort: AddressField<infer T> } ? T : never

/**
 * The address as state, the paging for EntityTable, and limit, offset, search and sort for the
 * server's question.
 */
export function useListAddress<S extends ListShape & { [K in keyof S]: AnyField }>(shape: S) {
  const [state, change, queryWith] = useAddressState(shape)
  // S holds the list's own fields, each read by its own field
  const list = state as unknown as ListState
  const changeList = change as unknown as (
    patch: Partial<ListState>,
    options?: { push?: boolean },
  ) => void // for the same reason
  const queryOf = queryWith as unknown as (patch: Partial<ListState>) => string // and again
  const size = Math.min(list.size, 100)
  const paging: Paging = {
    page: list.page,
    size,
    sort: list.sort,
    change: (patch) => changeList(patch, { push: true }),
  }
  const search = list.search.trim()
  const question = {
    limit: size,
    offset: (list.page - 1) * size,
    sort: list.sort as SortOf<S>, // read by the field that names its values
    ...(search === '' ? {} : { search }),
  }
  /** A row's own address: the list stays as it is, the row's panel opens, to be read. */
  const linkTo = ({ id }: { id: number }): string => queryOf({ id, ...asOpened(shape) })
  return { state, change, paging, question, linkTo }
}

/** What says that a panel is written in: of the row that was open, or of one to be made. */
const writing = ['mode', 'new', 'edit']
const asOpened = (shape: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape as Record<string, AnyField>)
      .filter(([key]) => writing.includes(key))
      .map(([key, field]) => [key, field.read(null)]),
  )

/** The question without its page: all that it finds. */
export function wholeOf<Q extends { limit: number; offset: number }>(
  question: Q,
): Omit<Q, 'limit' | 'offset'> {
  const { limit: _limit, offset: _offset, ...whole } = question
  return whole
}
