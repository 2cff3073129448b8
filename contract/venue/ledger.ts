/** What became of each feature of a venue's files: used as something, or left out for a reason. */
import { truncate } from '#contract/rules/truncate.ts'
import {
  usesOfFeatures,
  type Became,
  type FaultCode,
  type FeatureCount,
  type VenueFault,
} from './outcomes.ts'

export interface Report {
  /** Lists a fault. Does not count the feature. */
  fault(file: string, feature: string | null, code: FaultCode): void
  /**
   * Counts a feature. `shapes`: what was drawn of it, so that it can be dropped later.
   */
  count(what: string, became: Became, shapes?: readonly object[]): void
  /** Lists a fault and counts the feature as left out. */
  leaveOut(file: string, what: string, feature: string | null, code: FaultCode): void
  /** Counts the shape's feature as left out, once all of its shapes are. */
  drop(shape: object, reason: Became): void
}
export interface Ledger extends Report {
  faults: readonly VenueFault[]
  /** The file's word for the feature that the shape was drawn of. */
  whatOf(shape: object): string | undefined
  kindOf(what: string): string
  counts(): FeatureCount[]
}

interface Entry {
  what: string
  became: Became
  left: number
}
/** More kinds than any format has. Further ones are counted together. */
const MAX_KINDS = 200
const LONGEST_KIND = 60

export function makeLedger(): Ledger {
  const faults: VenueFault[] = []
  const entries: Entry[] = []
  const byShape = new Map<object, Entry>()
  const kinds = new Set<string>()
  const kindOf = (what: string): string => {
    const kind = truncate(what, LONGEST_KIND) || '—'
    if (kinds.size >= MAX_KINDS && !kinds.has(kind)) return '…'
    kinds.add(kind)
    return kind
  }
  const report: Report = {
    fault: (file, feature, code) => void faults.push({ file, feature, code }),
    count(what, became, shapes = []) {
      const entry = { what: kindOf(what), became, left: shapes.length }
      entries.push(entry)
      for (const shape of shapes) byShape.set(shape, entry)
    },
    leaveOut(file, what, feature, code) {
      report.fault(file, feature, code)
      report.count(what, code)
    },
    drop(shape, reason) {
      const entry = byShape.get(shape)
      if (entry === undefined) return
      byShape.delete(shape)
      entry.left -= 1
      if (entry.left === 0) entry.became = reason
    },
  }
  return {
    ...report,
    faults,
    kindOf,
    whatOf: (shape) => byShape.get(shape)?.what,
    counts: () => summed(entries),
  }
}

function summed(entries: readonly Entry[]): FeatureCount[] {
  const sums = new Map<string, FeatureCount>()
  for (const { what, became } of entries) {
    const key = `${became} ${what}`
    const sum = sums.get(key) ?? { what, became, count: 0 }
    sum.count += 1
    sums.set(key, sum)
  }
  const uses: readonly string[] = usesOfFeatures
  const rank = ({ became }: FeatureCount) =>
    uses.includes(became) ? uses.indexOf(became) : uses.length
  return [...sums.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count)
}
