/** Lines of Node with long-term support, and the last day of each (Node's release schedule). */
export const nodeLines = [
  { line: 20, ends: '2026-04-30' },
  { line: 22, ends: '2027-04-30' },
  { line: 24, ends: '2028-04-30' },
] as const

/** The newest line: that of the image, the unit and the docs. */
export const NODE_LINE = 24

/** A sentence if the line of this Node gets no fixes any more. Null if supported, or unknown. */
export function describeNodeLine(version: string, now: Date): string | null {
  const found = nodeLines.find(({ line }) => version.startsWith(`${line}.`))
  if (found === undefined || now < new Date(`${found.ends}T24:00:00Z`)) return null
  return `Node ${found.line} is out of support since ${found.ends}: it gets no security fixes. It is enough to try Plantroom out; otherwise use Node ${NODE_LINE}.`
}
