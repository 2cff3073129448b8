/** Rows that stand below one another: parents by code or by name, in the file or stored. */
import type { Fault, ReadRow } from './readRow.ts'
import type { Planned } from './target.ts'

/** The rows of a file by what another may call them; a code wins over a name. */
export function rowsByName(rows: readonly ReadRow[]): Map<string, ReadRow> {
  const own = new Map<string, ReadRow>()
  for (const read of rows) own.set(read.name.toLowerCase(), read)
  for (const read of rows) own.set(read.key.toLowerCase(), read)
  return own
}

/** Parents that are no rows of the file. */
export function parentsOutside(rows: readonly ReadRow[]): string[] {
  const own = rowsByName(rows)
  return [...new Set(rows.flatMap((read) => read.values['parent']?.toLowerCase() ?? []))].filter(
    (name) => !own.has(name),
  )
}

/**
 * Parents first. A parent that is neither in the file nor stored is a fault, and so is a circle.
 */
export function orderByParent(
  rows: readonly ReadRow[],
  stored: { has(name: string): boolean },
  unknown: Fault['code'],
): ReadRow[] {
  const own = rowsByName(rows)
  const done = new Set<ReadRow>()
  const ordered: ReadRow[] = []
  const say = (read: ReadRow, code: Fault['code']) =>
    read.faults.push({
      row: read.row,
      column: 'parent',
      code,
      value: (read.values['parent'] ?? '').slice(0, 200),
    })
  const visit = (read: ReadRow, trail: ReadRow[]): void => {
    if (done.has(read)) return
    const name = read.values['parent']?.toLowerCase()
    const parent = name === undefined ? undefined : own.get(name)
    if (parent !== undefined) read.below = parent
    if (name !== undefined && !parent && !stored.has(name)) say(read, unknown)
    if (parent && (trail.includes(parent) || parent === read)) say(read, 'circle')
    else if (parent && trail.length < 100) visit(parent, [...trail, read])
    if (parent?.faults.length && read.faults.length === 0) say(read, unknown)
    done.add(read)
    ordered.push(read)
  }
  for (const read of rows) visit(read, [])
  return ordered
}

/** Rows in which none lies inside another, the outer ones first. */
export function levels(rows: readonly Planned[]): Planned[][] {
  const depths = new Map<ReadRow, number>()
  const own = rowsByName(rows.map(({ read }) => read))
  const byDepth: Planned[][] = []
  for (const row of rows) {
    // Parents come first, so theirs is known.
    const parent = own.get(row.read.values['parent']?.toLowerCase() ?? '')
    const depth = parent === undefined ? 0 : (depths.get(parent) ?? -1) + 1
    depths.set(row.read, depth)
    ;(byDepth[depth] ??= []).push(row)
  }
  return byDepth
}
