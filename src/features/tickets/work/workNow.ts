import type { TicketDetail } from '#contract/tickets.ts'
import type { TicketWorkAnswer, WorkEntry } from '#contract/ticketWork/ticketWork.ts'
import type { UnsentTicketWork } from '#entities/unsent/device.ts'

type Waiting = Pick<UnsentTicketWork, 'work' | 'refused' | 'at'>

/** Since when the reader works on the ticket, counting work that waits on the device. */
export function runningSince(
  { entries }: Pick<TicketWorkAnswer, 'entries'>,
  { assignee }: Pick<TicketDetail, 'assignee'>,
  waiting: readonly Waiting[],
  userId: number | null,
): string | null {
  let since = entries.find(isRunning)?.startedAt ?? null
  let assigneeId = assignee?.id ?? null
  for (const { work, refused, at } of waiting) {
    if (refused !== null) continue
    if (work.kind === 'time') since = work.act === 'pause' ? null : (since ?? at)
    if (work.kind !== 'state') continue
    if (work.assignee !== undefined) assigneeId = work.assignee?.id ?? null
    const { category } = work.state
    if (category === 'waiting' || category === 'closed') since = null
    if (category === 'inProgress' && assigneeId === userId) since ??= at
  }
  return since
}

const isRunning = ({ isOwn, endedAt }: WorkEntry): boolean => isOwn && endedAt === null

/** Own entries that ended without the reader, newest first. */
export const entriesToCheck = ({ entries }: Pick<TicketWorkAnswer, 'entries'>): WorkEntry[] =>
  entries.filter(({ isOwn, isToCheck }) => isOwn && isToCheck)

/** The reader's minutes on the ticket that ended before this entry began. */
export const minutesBefore = (
  { entries }: Pick<TicketWorkAnswer, 'entries'>,
  { startedAt }: WorkEntry,
): number =>
  entries.reduce(
    (sum, entry) =>
      entry.isOwn && entry.endedAt !== null && entry.startedAt < startedAt
        ? sum + entry.minutes
        : sum,
    0,
  )
