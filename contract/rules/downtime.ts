/**
 * Downtime: when equipment could not be used, from the changes of its status. A
 * status that is not usable is either a failure or planned, for example cleaning or maintenance.
 */

export type StatusKind = 'usable' | 'planned' | 'failure'

export interface StatusMove {
  /** Milliseconds since 1970. */
  at: number
  /** Names as the journal has them. Null for no status. */
  before: string | null
  after: string | null
}

export interface DowntimeSpan {
  since: number
  /** Null while it lasts. */
  until: number | null
  /** The status that began it. */
  status: string
  isPlanned: boolean
}

export interface EquipmentLife {
  createdAt: number
  deletedAt: number | null
  /** The oldest entry of the journal: earlier changes are unknown. */
  journalSince: number
  status: { name: string; kind: StatusKind } | null
}

/**
 * Spans without use, oldest first. Statuses of one kind that follow each other are one span. The
 * present status counts by what it is now; earlier ones by `kindOf`, which knows them by the name
 * that they had then.
 */
export function downtimeSpans(
  moves: readonly StatusMove[],
  life: EquipmentLife,
  kindOf: (name: string, at: number) => StatusKind,
): DowntimeSpan[] {
  const ordered = moves.toSorted((a, b) => a.at - b.at)
  const start = Math.max(life.createdAt, life.journalSince)
  const end = life.deletedAt
  const first = ordered[0]
  const began = first === undefined ? (life.status?.name ?? null) : first.before
  const points = [
    ...(first === undefined || first.at > start ? [{ at: start, name: began }] : []),
    ...ordered.map(({ at, after }) => ({ at, name: after })),
  ]
  const spans: DowntimeSpan[] = []
  for (const [index, { at, name }] of points.entries()) {
    const next = points[index + 1]
    const until = next?.at ?? end
    if (until !== null && until <= at) continue
    const kind =
      next === undefined
        ? (life.status?.kind ?? 'usable')
        : name === null
          ? 'usable'
          : kindOf(name, at)
    if (kind === 'usable') continue
    const isPlanned = kind === 'planned'
    const last = spans.at(-1)
    if (last !== undefined && last.until === at && last.isPlanned === isPlanned) last.until = until
    else
      spans.push({
        since: at,
        until,
        status: (next === undefined ? life.status?.name : name) ?? '',
        isPlanned,
      })
  }
  return end === null ? spans : spans.filter(({ since }) => since < end)
}

/**
 * What is stored after a derivation: rows that began before the oldest entry of the journal stay.
 * One that lasted then goes on as what the journal says of that moment.
 */
export function keptDowntime(
  derived: readonly DowntimeSpan[],
  stored: readonly DowntimeSpan[],
  journalSince: number,
): DowntimeSpan[] {
  const earlier = stored.filter(({ since }) => since < journalSince)
  const last = earlier.at(-1)
  const first = derived[0]
  if (last === undefined || (last.until !== null && last.until < journalSince))
    return [...earlier, ...derived]
  const goesOn = first?.since === journalSince && first.isPlanned === last.isPlanned
  return [
    ...earlier.slice(0, -1),
    { ...last, until: goesOn ? first.until : journalSince },
    ...(goesOn ? derived.slice(1) : derived),
  ]
}
