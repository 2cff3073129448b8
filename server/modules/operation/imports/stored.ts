/** Stored rows that an imported file names, and the writes that follow. */
import { groupBy } from '#contract/rules/groupBy.ts'
import type { ReadRow } from './readRow.ts'
import { beforeOf, type Planned, type Written } from './target.ts'

export interface Stored<Row> {
  seen: Map<string, Row>
  /** Names that match several rows. */
  several: ReadonlySet<string>
  taken: ReadonlySet<string>
}

export const keysIn = (rows: readonly ReadRow[]): string[] => [
  ...new Set(rows.map((read) => read.key.toLowerCase()).filter((key) => key !== '')),
]

/**
 * The rows that the importer may see, by key, and the keys of hidden ones. A hidden row counts only
 * if the key is unique: names are not.
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

interface Writes<Row extends { id: number; version: number }, Draft, Change> {
  draftOf(read: ReadRow): Draft
  changeOf(read: ReadRow, old: Row): Change
  create(drafts: readonly Draft[]): Promise<readonly { id: number; name: string }[]>
  update(changes: readonly { id: Row['id']; version: number; change: Change }[]): Promise<unknown>
}

/** Creates and changes the rows in sets, as forms do. */
export async function writeRows<
  Row extends { id: number; version: number },
  Draft,
  Change extends object,
>(
  rows: readonly Planned[],
  stored: ReadonlyMap<string, Row>,
  { draftOf, changeOf, create, update }: Writes<Row, Draft, Change>,
): Promise<Written[]> {
  const drafts: Draft[] = []
  const changes: { id: Row['id']; version: number; change: Change }[] = []
  const written: Written[] = []
  for (const { read, action } of rows) {
    const old = action === 'update' ? stored.get(read.key.toLowerCase()) : undefined
    if (old) {
      const change = changeOf(read, old)
      changes.push({ id: old.id, version: old.version, change })
      written.push({ id: old.id, name: read.name, before: beforeOf(old, change) })
    } else drafts.push(draftOf(read))
  }
  for (const { id, name } of await create(drafts)) written.push({ id, name, before: null })
  await update(changes)
  return written
}
