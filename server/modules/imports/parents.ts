/** Rows that stand below one another: parents by code or by name, in the file or stored. */
import { groupBy } from '#contract/rules/groupBy.ts'
import { fault, type Fault, type ReadRow } from './readRow.ts'
import type { Planned } from './target.ts'

/**
 * The rows of a file by what another may call them; a code wins over a name, and a name that
 * several have names none of them.
 */
export function rowsByName(rows: readonly ReadRow[]): Map<string, ReadRow | 'several'> {
  const own = new Map<string, ReadRow | 'several'>()
  for (const [name, some] of groupBy(rows, (read) => read.name.toLowerCase())) {
    const [first] = some
    if (first !== undefined) own.set(name, some.length > 1 ? 'several' : first)
  }
  for (const read of rows) if (read.key !== '') own.set(read.key.toLowerCase(), read)
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
 * Parents first, however deep. A parent that is neither in the file nor stored (`faultOf`) is a
 * fault, and so is a circle.
 */
export function orderByParent(
  rows: readonly ReadRow[],
  faultOf: (name: string) => Fault['code'] | null,
  codes: { unknown: Fault['code']; several: Fault['code'] },
): ReadRow[] {
  const own = rowsByName(rows)
  const done = new Set<ReadRow>()
  const ordered: ReadRow[] = []
  const say = (read: ReadRow, code: Fault['code']) => fault(read, 'parent', code)
  const parentOf = (read: ReadRow): ReadRow | undefined => {
    const name = read.values['parent']?.toLowerCase()
    const found = name === undefined ? undefined : own.get(name)
    return typeof found === 'object' ? found : undefined
  }
  const place = (read: ReadRow): void => {
    const name = read.values['parent']?.toLowerCase()
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
    // From the row outwards, to one that is placed already or to the outermost.
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

/** Rows in which none lies inside another, the outer ones first. */
export function levels(rows: readonly Planned[]): Planned[][] {
  const depths = new Map<ReadRow, number>()
  const own = rowsByName(rows.map(({ read }) => read))
  const byDepth: Planned[][] = []
  for (const row of rows) {
    // Parents come first, so theirs is known.
    const parent = own.get(row.read.values['parent']?.toLowerCase() ?? '')
    const depth = typeof parent !== 'object' ? 0 : (depths.get(parent) ?? -1) + 1
    depths.set(row.read, depth)
    ;(byDepth[depth] ??= []).push(row)
  }
  return byDepth
}
