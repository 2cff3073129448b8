/**
 * Retention of data that grows by itself, in days. The company chooses per kind, within the
 * installation's bounds.
 */

interface Days {
  usual: number
  minimum: number
  maximum: number
}

const LONGEST = 36_500

export const retentionKinds = {
  runs: { usual: 365, minimum: 7, maximum: LONGEST },
  journal: { usual: 3_650, minimum: 365, maximum: LONGEST },
  events: { usual: 30, minimum: 7, maximum: 365 },
  deliveries: { usual: 90, minimum: 7, maximum: 3_650 },
  alerts: { usual: 365, minimum: 30, maximum: LONGEST },
  positions: { usual: 90, minimum: 1, maximum: 3_650 },
  triangulation: { usual: 90, minimum: 1, maximum: 3_650 },
  readings: { usual: 1_100, minimum: 31, maximum: LONGEST },
  reports: { usual: 30, minimum: 1, maximum: 3_650 },
  work: { usual: 730, minimum: 30, maximum: LONGEST },
  imports: { usual: 365, minimum: 30, maximum: LONGEST },
} as const satisfies Record<string, Days>

export type RetentionKind = keyof typeof retentionKinds
export const RETENTION_KINDS = Object.keys(retentionKinds) as RetentionKind[]

export type RetentionDays = Partial<Record<RetentionKind, number>>
export type RetentionBounds = Partial<Record<RetentionKind, { minimum: number; maximum: number }>>

export const boundsOf = (kind: RetentionKind, installation: RetentionBounds) =>
  installation[kind] ?? {
    minimum: retentionKinds[kind].minimum,
    maximum: retentionKinds[kind].maximum,
  }

/** Clamps an earlier choice if the installation narrowed its bounds since. */
export function daysKept(
  kind: RetentionKind,
  chosen: RetentionDays,
  installation: RetentionBounds,
): number {
  const { minimum, maximum } = boundsOf(kind, installation)
  return Math.min(maximum, Math.max(minimum, chosen[kind] ?? retentionKinds[kind].usual))
}

/** Parses `journal=365-3650, positions=1-90`. Returns null if the text is malformed. */
export function readRetentionBounds(text: string): RetentionBounds | null {
  const bounds: RetentionBounds = {}
  for (const part of text.split(/[\s,]+/).filter((one) => one !== '')) {
    const [, name = '', from = '', to = ''] = /^([a-z]+)=(\d{1,5})-(\d{1,5})$/.exec(part) ?? []
    const kind = RETENTION_KINDS.find((one) => one === name)
    if (kind === undefined) return null
    const [minimum, maximum] = [Number(from), Number(to)]
    const widest = retentionKinds[kind]
    if (minimum < widest.minimum || maximum > widest.maximum || minimum > maximum) return null
    bounds[kind] = { minimum, maximum }
  }
  return bounds
}
