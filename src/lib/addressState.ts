/**
 * State in the address: filters, tab, selected row. A shared link opens what the sender saw. All
 * such state uses `useAddressState` (lists by `useListAddress`). The open row is `id`, its panel's
 * tab `tab`, and `view` is how the whole screen is drawn.
 */
import { useCallback, useContext, useEffect, useMemo } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useSearchParams } from 'react-router-dom'
import { isDay } from './days.ts'
import { reportUnread } from './unreadAddress.ts'
import type { Id, IdKind } from '#contract/ids.ts'
import { prefix } from '#contract/rules/truncate.ts'

/** Reads and writes one value of the query string. Null means absent. */
export interface AddressField<T, W = T> {
  read(raw: string | null): T
  write(value: W): string | null
  /** True for an unreadable value that narrows what is shown; see `withoutUnread`. */
  isUnread?(raw: string): boolean
  /** A former name, for stored addresses. */
  formerly?: string
}

/** The contract's bound on a search; a longer address would make every request fail. */
const MAX_LETTERS = 200
const MAX_IDS = 100

/** An id of the kind, or a plain number, as pickers return; not an id of another kind. */
type IdToWrite<K extends IdKind> = number & { readonly __id?: K }

const whole = /^-?\d{1,15}$/
const id = /^[1-9]\d{0,9}$/
const idInList = /^\d{1,10}$/

export const inAddress = {
  text: (fallback = ''): AddressField<string> => ({
    read: (raw) => prefix(raw ?? fallback, MAX_LETTERS),
    write: (value) => (value === fallback ? null : value),
  }),
  /** An integer. Null if missing or malformed. */
  integer: (): AddressField<number | null> => ({
    read: (raw) => (raw !== null && whole.test(raw) ? Number(raw) : null),
    write: (value) => (value === null ? null : String(value)),
    isUnread: (raw) => raw !== '' && !whole.test(raw),
  }),
  /** A calendar day, `2026-12-24`. Empty if missing or no existing day. */
  day: (): AddressField<string> => ({
    read: (raw) => (raw !== null && isDay(raw) ? raw : ''),
    write: (value) => (value === '' ? null : value),
    isUnread: (raw) => raw !== '' && !isDay(raw),
  }),
  /** A page or size: a positive integer with a default. */
  count: (fallback: number): AddressField<number> => ({
    read: (raw) => (raw !== null && /^[1-9]\d{0,8}$/.test(raw) ? Number(raw) : fallback),
    write: (value) => (value === fallback ? null : String(value)),
  }),
  /** An id, branded by its kind (of any kind if omitted). Null if missing or malformed. */
  id: <K extends IdKind = IdKind>(_kind?: K): AddressField<Id<K> | null, IdToWrite<K> | null> => ({
    read: (raw) => (raw !== null && id.test(raw) ? (Number(raw) as Id<K>) : null),
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
  /** `oneOf` for a value that narrows a list: an unknown one is reported. */
  filterOf: <T extends string>(values: readonly T[], fallback: T): AddressField<T> => ({
    ...inAddress.oneOf(values, fallback),
    isUnread: (raw) => raw !== '' && !values.some((value) => value === raw),
  }),
  /** Ids as 1.2.3. */
  integers: (most = MAX_IDS): AddressField<number[]> => ({
    read: (raw) =>
      (raw ?? '')
        .split('.')
        .filter((part) => idInList.test(part))
        .slice(0, most)
        .map(Number),
    write: (value) => (value.length === 0 ? null : value.join('.')),
    isUnread: (raw) => {
      const parts = raw.split('.')
      return raw !== '' && (parts.length > most || !parts.every((part) => idInList.test(part)))
    },
  }),
}

/** Reads the former name if the present one is absent or unknown. */
export const withFormerName = <T, W>(
  name: string,
  field: AddressField<T, W>,
): AddressField<T, W> => ({
  ...field,
  formerly: name,
})

interface AnyField {
  read(raw: string | null): unknown
  write(value: unknown): string | null
  isUnread?(raw: string): boolean
  formerly?: string
}
type Shape = Record<string, AnyField>
export type AddressValues<S> = {
  [K in keyof S]: S[K] extends { read(raw: string | null): infer T } ? T : never
}
export type AddressPatch<S> = {
  [K in keyof S]?: S[K] extends { write(value: infer W): unknown } ? W | undefined : never
}

/**
 * `const [state, change] = useAddressState(shape)`; `shape` is a constant outside the component,
 * e.g. `{ search: inAddress.text(), id: inAddress.id('sensor') }`. `change(patch, { push: true })`
 * adds a history entry; otherwise the address is replaced (typing in a search field). The third
 * result is the query string after a change, for links.
 */
export function useAddressState<S extends { [K in keyof S]: AnyField }>(
  shape: S,
): [
  state: AddressValues<S>,
  change: (patch: AddressPatch<S>, options?: { push?: boolean }) => void,
  queryWith: (patch: AddressPatch<S>) => string,
] {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => readAddress(shape, search), [shape, search])
  const now = useLatestSearch()
  const change = useCallback(
    (patch: AddressPatch<S>, options?: { push?: boolean }) => {
      setSearch((before) => writeAddress(shape, now() ?? before, patch), {
        replace: options?.push !== true,
      })
    },
    [shape, now, setSearch],
  )
  // Reports unreadable values: a list narrowed to `import=abc` would otherwise silently show
  // everything.
  useEffect(() => {
    const { unread, rest } = withoutUnread(shape, search)
    if (unread.length === 0) return
    reportUnread(unread)
    setSearch(rest, { replace: true })
  }, [shape, search, setSearch])
  const queryWith = useCallback(
    (patch: AddressPatch<S>) => `?${writeAddress(shape, search, patch).toString()}`,
    [shape, search],
  )
  return [state, change, queryWith]
}

/**
 * Returns the query string of this screen's address as it is now, or null if another screen is on
 * its way. `useSearchParams` knows the address of the last render: of two changes before the next
 * one, it would lose the first (react-router 7.18.5). The router's state has no other way in.
 */
function useLatestSearch(): () => URLSearchParams | null {
  const context = useContext(UNSAFE_DataRouterContext)
  const { pathname } = useLocation()
  return useCallback(() => {
    if (context === null) return null
    const { location, navigation } = context.router.state
    const latest = navigation.location ?? location
    return latest.pathname === pathname ? new URLSearchParams(latest.search) : null
  }, [context, pathname])
}

/** Query values that come from outside and that no screen writes: the next page, an invitation. */
export const useAddressQuery = (): URLSearchParams => useSearchParams()[0]

/** Returns the unreadable parts, and the address without them. */
export function withoutUnread(
  shape: Readonly<Record<string, AnyField>>,
  search: URLSearchParams,
): { unread: string[]; rest: URLSearchParams } {
  const rest = new URLSearchParams(search)
  const unread = Object.entries(shape).flatMap(([key, field]) => {
    const raw = search.get(key)
    if (raw === null || field.isUnread?.(raw) !== true) return []
    const read = field.write(field.read(raw))
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
    return field.formerly !== undefined && field.write(value) === null
      ? [key, field.read(search.get(field.formerly))]
      : [key, value]
  })
  return Object.fromEntries(entries) as AddressValues<S>
}

export function writeAddress<S extends { [K in keyof S]: AnyField }>(
  shape: S,
  before: URLSearchParams,
  patch: AddressPatch<S>,
): URLSearchParams {
  const next = new URLSearchParams(before)
  const fields = Object.entries(shape as Shape)
  const former = fields
    .flatMap(([, field]) => field.formerly ?? [])
    .filter((name) => next.has(name))
  // An address with a former name is rewritten as a whole.
  const change = former.length === 0 ? patch : { ...readAddress(shape, before), ...patch }
  for (const name of former) next.delete(name)
  for (const [key, field] of fields) {
    if (!(key in change)) continue
    const written = field.write(change[key as keyof S])
    if (written === null) next.delete(key)
    else next.set(key, written)
  }
  return next
}
