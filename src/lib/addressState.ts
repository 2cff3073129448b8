/**
 * The address is the state: filters, tab, selected row. A link sent to a colleague opens what the
 * sender saw. Everything that keeps state there does so by `useAddressState` (a list by
 * `useListAddress`, which is made of it). The open row is `id` and its panel's tab is `tab`
 * everywhere; `view` is how the whole screen is drawn.
 */
import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { reportUnread } from './unreadAddress.ts'
import { prefix } from '#contract/rules/truncate.ts'

/** How one value is read from and written to the query string; null is its absence. */
export interface AddressField<T> {
  read(raw: string | null): T
  write(value: T): string | null
  /** It says something that cannot be read and narrows what is shown: see `withoutUnread`. */
  isUnread?(raw: string): boolean
  /** What it was called before: addresses that people kept still say it so. */
  formerly?: string
}

/**
 * Letters of a search, as the contract bounds them: a longer address must not make every question a
 * refused one.
 */
const MAX_LETTERS = 200
/** Ids in one address. */
const MAX_IDS = 100

const whole = /^-?\d{1,15}$/
const id = /^[1-9]\d{0,9}$/
const idInList = /^\d{1,10}$/

export const inAddress = {
  text: (fallback = ''): AddressField<string> => ({
    read: (raw) => prefix(raw ?? fallback, MAX_LETTERS),
    write: (value) => (value === fallback ? null : value),
  }),
  /** A whole number, or null when it is not there or not one. */
  integer: (): AddressField<number | null> => ({
    read: (raw) => (raw !== null && whole.test(raw) ? Number(raw) : null),
    write: (value) => (value === null ? null : String(value)),
    isUnread: (raw) => raw !== '' && !whole.test(raw),
  }),
  /** A page or size: a positive whole number with a default. */
  count: (fallback: number): AddressField<number> => ({
    read: (raw) => (raw !== null && /^[1-9]\d{0,8}$/.test(raw) ? Number(raw) : fallback),
    write: (value) => (value === fallback ? null : String(value)),
  }),
  /** An id, or null when it is not there or not one. */
  id: (): AddressField<number | null> => ({
    read: (raw) => (raw !== null && id.test(raw) ? Number(raw) : null),
    write: (value) => (value === null ? null : String(value)),
    isUnread: (raw) => raw !== '' && !id.test(raw),
  }),
  flag: (): AddressField<boolean> => ({
    read: (raw) => raw === '1',
    write: (value) => (value ? '1' : null),
  }),
  oneOf: <T extends string>(values: readonly T[], fallback: T): AddressField<T> => ({
    read: (raw) => values.find((value) => value === raw) ?? fallback,
    write: (value) => (value === fallback ? null : value),
  }),
  /** Ids as 1.2.3 */
  integers: (most = MAX_IDS): AddressField<number[]> => ({
    read: (raw) =>
      (raw ?? '')
        .split('.')
        .filter((part) => idInList.test(part))
        .slice(0, most)
        .map(Number),
    write: (value) => (value.length === 0 ? null : value.join('.')),
    isUnread: (raw) => raw !== '' && !raw.split('.').every((part) => idInList.test(part)),
  }),
}

/** The former name counts where the present one says nothing, or nothing that this field knows. */
export const formerly = <T>(name: string, field: AddressField<T>): AddressField<T> => ({
  ...field,
  formerly: name,
})

interface AnyField {
  read(raw: string | null): unknown
  write(value: never): string | null
  isUnread?(raw: string): boolean
  formerly?: string
}
type Shape = Record<string, AnyField>
export type AddressValues<S> = { [K in keyof S]: S[K] extends AddressField<infer T> ? T : never }

/**
 * `const [state, change] = useAddressState(shape)` where `shape` is a constant outside the
 * component, e.g.
 * `{ search: inAddress.text(), id: inAddress.integer() }`. `change(patch, { push: true })` makes a
 * step that Back undoes; without it the address is replaced (typing in a search field). The third is
 * the query of the same screen after a change, for a link.
 */
export function useAddressState<S extends { [K in keyof S]: AnyField }>(
  shape: S,
): [
  state: AddressValues<S>,
  change: (patch: Partial<AddressValues<S>>, options?: { push?: boolean }) => void,
  queryWith: (patch: Partial<AddressValues<S>>) => string,
] {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => readAddress(shape, search), [shape, search])
  const change = useCallback(
    (patch: Partial<AddressValues<S>>, options?: { push?: boolean }) => {
      setSearch((before) => writeAddress(shape, before, patch), { replace: options?.push !== true })
    },
    [shape, setSearch],
  )
  // A list that is narrowed to `import=abc` would show everything without a word.
  useEffect(() => {
    const { unread, rest } = withoutUnread(shape, search)
    if (unread.length === 0) return
    reportUnread(unread)
    setSearch(rest, { replace: true })
  }, [shape, search, setSearch])
  const queryWith = useCallback(
    (patch: Partial<AddressValues<S>>) => `?${writeAddress(shape, search, patch).toString()}`,
    [shape, search],
  )
  return [state, change, queryWith]
}

/** What an address brought along once and no screen writes: where to go next, an invitation. */
export const useAddressQuery = (): URLSearchParams => useSearchParams()[0]

/** What cannot be read, as it stands there, and the address without it. */
export function withoutUnread(
  shape: Readonly<Record<string, AnyField>>,
  search: URLSearchParams,
): { unread: string[]; rest: URLSearchParams } {
  const rest = new URLSearchParams(search)
  const unread = Object.entries(shape).flatMap(([key, field]) => {
    const raw = search.get(key)
    if (raw === null || field.isUnread?.(raw) !== true) return []
    const read = field.write(field.read(raw) as never) // its own value
    if (read === null) rest.delete(key)
    else rest.set(key, read)
    return [`${key}=${prefix(raw, MAX_LETTERS)}`]
  })
  return { unread, rest }
}

export function readAddress<S extends { [K in keyof S]: AnyField }>(
  shape: S,
  search: URLSearchParams,
): AddressValues<S> {
  const entries = Object.entries(shape as Shape).map(([key, field]) => {
    const value = field.read(search.get(key))
    return field.formerly !== undefined && field.write(value as never) === null // its own value
      ? [key, field.read(search.get(field.formerly))]
      : [key, value]
  })
  // each value was read by the field of its own key
  return Object.fromEntries(entries) as AddressValues<S>
}

export function writeAddress<S extends { [K in keyof S]: AnyField }>(
  shape: S,
  before: URLSearchParams,
  patch: Partial<AddressValues<S>>,
): URLSearchParams {
  const next = new URLSearchParams(before)
  const fields = Object.entries(shape as Shape)
  const former = fields
    .flatMap(([, field]) => field.formerly ?? [])
    .filter((name) => next.has(name))
  // One that says something under a former name is written anew, whole.
  const change = former.length === 0 ? patch : { ...readAddress(shape, before), ...patch }
  for (const name of former) next.delete(name)
  for (const [key, field] of fields) {
    if (!(key in change)) continue
    // the value has the type of its key's field
    const written = field.write(change[key as keyof S] as never)
    if (written === null) next.delete(key)
    else next.set(key, written)
  }
  return next
}
