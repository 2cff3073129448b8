/**
 * Response and resolution times of a ticket, from its type's targets for its priority. Targets
 * count all hours, or only the company's working hours (docs/decisions/36-by-when-a-ticket.md).
 */
export const ticketPriorities = ['urgent', 'high', 'normal', 'low'] as const
export type TicketPriority = (typeof ticketPriorities)[number]

export interface TicketTarget {
  priority: TicketPriority
  respondHours: number | null
  resolveHours: number | null
}

export const targetClocks = ['clock', 'working'] as const
export type TargetClock = (typeof targetClocks)[number]

export const MAX_TARGET_HOURS = 8_760

export type TicketTargetFault = 'samePriority' | 'respondAfterResolve'

export function ticketTargetFaults(targets: readonly TicketTarget[]): TicketTargetFault[] {
  const faults: TicketTargetFault[] = []
  if (new Set(targets.map(({ priority }) => priority)).size < targets.length)
    faults.push('samePriority')
  if (
    targets.some(
      ({ respondHours, resolveHours }) =>
        respondHours !== null && resolveHours !== null && respondHours > resolveHours,
    )
  )
    faults.push('respondAfterResolve')
  return faults
}

const HOUR_MS = 3_600_000

const afterClockHours = (from: Date, hours: number): Date =>
  new Date(from.getTime() + hours * HOUR_MS)

/** `after` adds the hours of a target to an instant. */
export function dueTimes(
  targets: readonly TicketTarget[],
  priority: TicketPriority,
  openedAt: Date,
  after: (from: Date, hours: number) => Date = afterClockHours,
): { respondBy: Date | null; dueBy: Date | null } {
  const target = targets.find((one) => one.priority === priority)
  const by = (hours: number | null | undefined) =>
    hours === null || hours === undefined ? null : after(openedAt, hours)
  return { respondBy: by(target?.respondHours), dueBy: by(target?.resolveHours) }
}

export function nextDue<T extends Date | string>({
  category,
  respondBy,
  dueBy,
}: {
  category: 'open' | 'inProgress' | 'waiting' | 'closed'
  respondBy: T | null
  dueBy: T | null
}): { at: T; to: 'respond' | 'resolve' } | null {
  if (category === 'closed') return null
  if (
    category === 'open' &&
    respondBy !== null &&
    (dueBy === null || new Date(respondBy) <= new Date(dueBy))
  )
    return { at: respondBy, to: 'respond' }
  return dueBy === null ? null : { at: dueBy, to: 'resolve' }
}
