import type { TicketChange, UnsentTicketWork } from './device.ts'

type Item = Pick<UnsentTicketWork, 'clientKey' | 'companyId' | 'userId' | 'at' | 'work'>

const changeIn = ({ work }: Pick<Item, 'work'>): TicketChange | null =>
  work.kind === 'state' || work.kind === 'assignee' ? work : null

const isOthers = (one: Item, other: Item): boolean =>
  one.companyId !== other.companyId || one.userId !== other.userId

/**
 * A change waits for earlier changes of its ticket, also for refused ones. Comments never conflict
 * and do not wait.
 */
export function waitsForEarlierChange(item: Item, all: readonly Item[]): boolean {
  const change = changeIn(item)
  return (
    change !== null &&
    all.some(
      (other) =>
        other.clientKey !== item.clientKey &&
        other.at < item.at &&
        !isOthers(item, other) &&
        changeIn(other)?.ticketId === change.ticketId,
    )
  )
}

/** A change of state waits for logs that were performed for its ticket: closing may need them. */
export function waitsForLog(
  item: Item,
  logs: readonly (Pick<Item, 'companyId' | 'userId'> & {
    submission: { ticketId?: number | undefined }
  })[],
): boolean {
  const { work } = item
  return (
    work.kind === 'state' &&
    logs.some(
      ({ companyId, userId, submission }) =>
        companyId === item.companyId &&
        userId === item.userId &&
        submission.ticketId === work.ticketId,
    )
  )
}

/**
 * Raises the version of later changes made on the same version: our own change is not a conflict,
 * another person's is.
 */
export const raiseVersions = <I extends Item>(recorded: I, rest: readonly I[]): I[] => {
  const change = changeIn(recorded)
  return change === null ? [] : rebaseOnVersion(rest, recorded, change.version, change.version + 1)
}

/** Sets the version after the user retries a change on the version that was shown. */
export const rebaseOnVersion = <I extends Item>(
  all: readonly I[],
  base: Item,
  from: number,
  to: number,
): I[] =>
  all.flatMap((one) => {
    const change = changeIn(one)
    return change === null ||
      isOthers(base, one) ||
      one.clientKey === base.clientKey ||
      one.at < base.at ||
      change.ticketId !== changeIn(base)?.ticketId ||
      change.version !== from
      ? []
      : [{ ...one, work: { ...change, version: to } }]
  })

/** A time later than all waiting work, whatever the clock says. */
export function timeAfter(all: readonly Pick<Item, 'at'>[], now: Date): string {
  const last = all.reduce((latest, { at }) => (at > latest ? at : latest), '')
  const at = now.toISOString()
  return at > last ? at : new Date(Date.parse(last) + 1).toISOString()
}
