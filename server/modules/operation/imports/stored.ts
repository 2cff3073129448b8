import { groupBy } from '#contract/rules/groupBy.ts'
import type { ReadRow } from './readRow.ts'
import { sameSerial, type Piece } from './sameSerial.ts'
import { currentValues, type Planned, type Written } from './target.ts'

export interface Stored<Row> {
  seen: Map<string, Row>
  several: ReadonlySet<string>
  taken: ReadonlySet<string>
}

/** The keys of all rows, or only of rows identified by number or by name. */
export const keysIn = (rows: readonly ReadRow[], isByName?: boolean): string[] => [
  ...new Set(
    rows
      .filter((read) => isByName === undefined || read.isByName === isByName)
      .map((read) => read.key.toLowerCase())
      .filter((key) => key !== ''),
  ),
]

/**
 * Visible records by key, and the keys of hidden ones. Hidden records count only if the key is
 * unique, which names are not.
 */
export function storedRows<Row>(
  found: readonly { row: Row; isSeen: boolean }[],
  keyOf: (row: Row) => string | null,
  isUnique: boolean,
): Stored<Row> {
  const lower = (row: Row) => (keyOf(row) ?? '').toLowerCase()
  const seen = groupBy(
    found.flatMap(({ row, isSeen }) => (isSeen ? [row] : [])),
    lower,
  )
  return {
    seen: new Map([...seen].flatMap(([key, [row]]) => (row === undefined ? [] : [[key, row]]))),
    several: new Set([...seen].flatMap(([key, own]) => (own.length > 1 ? [key] : []))),
    taken: new Set(
      isUnique ? found.flatMap(({ row, isSeen }) => (isSeen ? [] : [lower(row)])) : [],
    ),
  }
}

export type Match<Row> = { row: Row } | 'new' | 'several' | 'taken'

/**
 * Matches rows by number, or else by name and location. `at` distinguishes records of one name:
 * undefined if the row has no value, null if the record has none.
 */
export function matcher<Row>(
  byCode: Stored<Row>,
  named: readonly Row[],
  {
    nameOf,
    isAt,
    isNowhere,
    pieceOf,
  }: {
    nameOf(row: Row): string
    /** Null if the row names no location. */
    isAt(read: ReadRow): ((row: Row) => boolean) | null
    isNowhere(row: Row): boolean
    /** Facts of equipment. Records with different serial numbers are never the same. */
    pieceOf?(row: Row): Piece
  },
): (read: ReadRow) => Match<Row> {
  const byName = groupBy(named, (row) => nameOf(row).toLowerCase())
  const serialIn = (row: Row) => pieceOf?.(row).serialNumber?.toLowerCase()
  const bySerial = groupBy(named, serialIn)
  const withSerial = (read: ReadRow, serial: string): readonly Row[] => {
    const pieces = (bySerial.get(serial) ?? []).flatMap((row) =>
      pieceOf === undefined ? [] : [{ ...pieceOf(row), row }],
    )
    const some = sameSerial(read, pieces).map(({ row }) => row)
    const there = some.length > 1 ? some.filter(isAt(read) ?? isNowhere) : some
    return there.length === 1 ? there : some
  }
  return (read) => {
    const key = read.key.toLowerCase()
    if (!read.isByName) {
      if (byCode.taken.has(key)) return 'taken'
      const row = byCode.seen.get(key)
      return row === undefined ? 'new' : { row }
    }
    const serial = read.values['serialNumber']?.toLowerCase()
    if (serial !== undefined) {
      const [one, second] = withSerial(read, serial)
      if (one !== undefined) return second === undefined ? { row: one } : 'several'
    }
    const all = (byName.get(key) ?? []).filter(
      (row) => serial === undefined || serialIn(row) === undefined,
    )
    const isThere = isAt(read)
    // A row without a location matches equipment without one, or else any equipment of this name.
    const nowhere = isThere === null ? all.filter(isNowhere) : []
    const some = isThere !== null ? all.filter(isThere) : nowhere.length === 1 ? nowhere : all
    const [only, ...others] = some
    if (only !== undefined) return others.length > 0 ? 'several' : { row: only }
    const [alone] = all
    return alone !== undefined && all.length === 1 && isNowhere(alone) ? { row: alone } : 'new'
  }
}

interface Writes<Row extends { id: number; version: number }, Draft, Change> {
  draftOf(read: ReadRow): Draft
  changeOf(read: ReadRow, old: Row): Change
  create(drafts: readonly Draft[]): Promise<readonly { id: number; name: string }[]>
  update(changes: readonly { id: Row['id']; version: number; change: Change }[]): Promise<unknown>
}

export async function writeRows<
  Row extends { id: number; version: number },
  Draft,
  Change extends object,
>(
  rows: readonly Planned[],
  oldOf: (read: ReadRow) => Row | undefined,
  { draftOf, changeOf, create, update }: Writes<Row, Draft, Change>,
): Promise<Written[]> {
  const drafts: Draft[] = []
  const created: ReadRow[] = []
  const changes: { id: Row['id']; version: number; change: Change }[] = []
  const written: Written[] = []
  for (const { read, action } of rows) {
    const old = action === 'update' ? oldOf(read) : undefined
    if (old) {
      const change = changeOf(read, old)
      changes.push({ id: old.id, version: old.version, change })
      written.push({ id: old.id, name: read.name, before: currentValues(old, change) })
      read.id = old.id
    } else {
      drafts.push(draftOf(read))
      created.push(read)
    }
  }
  for (const [index, { id, name }] of (await create(drafts)).entries()) {
    written.push({ id, name, before: null })
    const read = created[index]
    if (read !== undefined) read.id = id
  }
  await update(changes)
  return written
}
