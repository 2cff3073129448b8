import { groupBy } from '#contract/rules/groupBy.ts'
import { addFault, type Fault, type ReadRow } from './readRow.ts'
import type { Planned } from './target.ts'

/**
 * Rows by the names that other rows use for them. A code takes precedence over a name; an ambiguous
 * name matches none.
 */
export function rowsByName(rows: readonly ReadRow[]): Map<string, ReadRow | 'several'> {
  const own = new Map<string, ReadRow | 'several'>()
  for (const [name, some] of groupBy(rows, (read) => read.name.toLowerCase())) {
    const [first] = some
    if (first !== undefined) own.set(name, some.length > 1 ? 'several' : first)
  }
  for (const read of rows)
    if (read.key !== '' && !read.isByName) own.set(read.key.toLowerCase(), read)
  return own
}

type ParentField = 'parent' | 'owner'

export function parentsOutside(rows: readonly ReadRow[], field: ParentField = 'parent'): string[] {
  const own = rowsByName(rows)
  return [...new Set(rows.flatMap((read) => read.values[field]?.toLowerCase() ?? []))].filter(
    (name) => !own.has(name),
  )
}

/**
 * Sorts parents first at any depth. A parent that neither the file nor the database has (`faultOf`)
 * is an error, and so is a cycle.
 */
export function orderByParent(
  rows: readonly ReadRow[],
  faultOf: (name: string) => Fault['code'] | null,
  codes: { unknown: Fault['code']; several: Fault['code'] },
  field: ParentField = 'parent',
): ReadRow[] {
  const own = rowsByName(rows)
  const done = new Set<ReadRow>()
  const ordered: ReadRow[] = []
  const say = (read: ReadRow, code: Fault['code']) => addFault(read, field, code)
  const parentOf = (read: ReadRow): ReadRow | undefined => {
    const name = read.values[field]?.toLowerCase()
    const found = name === undefined ? undefined : own.get(name)
    return typeof found === 'object' ? found : undefined
  }
  const place = (read: ReadRow): void => {
    const name = read.values[field]?.toLowerCase()
    const parent = parentOf(read)
    if (parent !== undefined) read.below = parent
    else if (name !== undefined) {
      const code = own.has(name) ? codes.several : faultOf(name)
      if (code !== null) say(read, code)
    }
    if (parent?.faults.length && read.faults.length === 0) say(read, codes.unknown)
    done.add(read)
    ordered.push(read)
  }
  for (const read of rows) {
    const trail = new Set<ReadRow>()
    let at: ReadRow | undefined = read
    for (; at !== undefined && !done.has(at) && !trail.has(at); at = parentOf(at)) trail.add(at)
    const inwards = [...trail].toReversed()
    const [outermost] = inwards
    if (at !== undefined && trail.has(at) && outermost !== undefined) say(outermost, 'circle')
    for (const one of inwards) place(one)
  }
  return ordered
}

/** Groups the rows by depth, outermost first, so that no row contains another of its group. */
export function levels(rows: readonly Planned[]): Planned[][] {
  const depths = new Map<ReadRow, number>()
  const own = rowsByName(rows.map(({ read }) => read))
  const byDepth: Planned[][] = []
  for (const row of rows) {
    // Parents come first, so their depth is known.
    const parent = own.get(row.read.values['parent']?.toLowerCase() ?? '')
    const depth = typeof parent !== 'object' ? 0 : (depths.get(parent) ?? -1) + 1
    depths.set(row.read, depth)
    ;(byDepth[depth] ??= []).push(row)
  }
  return byDepth
}
