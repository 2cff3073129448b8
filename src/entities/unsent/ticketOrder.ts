/** In which order what was done about a ticket is sent, and what of it builds on what. Pure. */
import type { TicketChange, UnsentTicketWork } from './device.ts'

type Item = Pick<UnsentTicketWork, 'clientKey' | 'companyId' | 'userId' | 'at' | 'work'>

const changeIn = ({ work }: Pick<Item, 'work'>): TicketChange | null =>
  work.kind === 'state' || work.kind === 'assignee' ? work : null

const isOthers = (one: Item, other: Item): boolean =>
  one.companyId !== other.companyId || one.userId !== other.userId

/**
 * A change goes after the earlier ones of its ticket; while one of them waits for the person, it
 * waits too. What was said contradicts nothing, and goes.
 */
export function waitsForAnother(item: Item, all: readonly Item[]): boolean {
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

/**
 * Those that were done after that one on the same version of the ticket: its own change is no
 * stranger to them. Anybody else's still is.
 */
export const afterChange = <I extends Item>(recorded: I, rest: readonly I[]): I[] => {
  const change = changeIn(recorded)
  return change === null ? [] : onVersion(rest, recorded, change.version, change.version + 1)
}

/** The same when the person took a change up again, on the version that they looked at. */
export const onVersion = <I extends Item>(
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

/** Later than all that waits, whatever the clock does. */
export function timeAfter(all: readonly Pick<Item, 'at'>[], now: Date): string {
  const last = all.reduce((latest, { at }) => (at > latest ? at : latest), '')
  const at = now.toISOString()
  return at > last ? at : new Date(Date.parse(last) + 1).toISOString()
}
