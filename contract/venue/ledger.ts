/** Outcome of each feature in a venue's files: used as something, or dropped for a reason. */
import { truncate } from '#contract/rules/truncate.ts'
import {
  usesOfFeatures,
  type Became,
  type FaultCode,
  type FeatureCount,
  type VenueFault,
} from './outcomes.ts'

export interface Report {
  /** Lists a fault without counting the feature. */
  fault(file: string, feature: string | null, code: FaultCode): void
  /** Counts a feature. `shapes`: the shapes drawn from it, so that they can be dropped later. */
  count(what: string, became: Became, shapes?: readonly object[]): void
  /** Lists a fault and counts the feature as left out. */
  leaveOut(file: string, what: string, feature: string | null, code: FaultCode): void
  /** Drops a shape. Its feature counts as left out once all of its shapes are dropped. */
  drop(shape: object, reason: Became): void
}
export interface Ledger extends Report {
  faults: readonly VenueFault[]
  /** The file's word for the feature from which the shape was drawn. */
  whatOf(shape: object): string | undefined
  kindOf(what: string): string
  counts(): FeatureCount[]
}

interface Entry {
  what: string
  became: Became
  left: number
}
/** Maximum listed kinds, more than any format has. Further kinds are counted together. */
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
