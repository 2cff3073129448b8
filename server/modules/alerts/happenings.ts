/**
 * What happens on a followed equipment and on one's tickets: told once, in the transaction of its
 * cause, and never to who did it.
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { Happening } from '#contract/alerts'
import type { Id } from '#contract/ids'
import { equipmentFollower } from '../../db/schema/index.ts'
import type { Scope } from '../../kernel/scope.ts'
import { aboveCompanies } from '../../kernel/transaction.ts'
import { writeMessage } from '../messages/index.ts'
import { recipientsOf, type Wish } from './recipients.ts'
import { addressOf, keepAlert } from './send.ts'
import { words } from './texts.ts'

interface TicketFacts {
  id: Id<'ticket'>
  title: string
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
  assigneeId: Id<'user'> | null
}
interface News {
  kind: Happening
  /** The thing's name, or the ticket's title. */
  name: string
  /** The new status or state; the comment. */
  detail: string | null
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
  ticketId: Id<'ticket'> | null
}

const ofTicket = (
  kind: Happening,
  { id, title, equipmentId, locationId }: TicketFacts,
  detail: string | null,
): News => ({ kind, name: title, detail, equipmentId, locationId, ticketId: id })

/** Those who follow the equipment; who has the ticket hears that it is theirs. */
export async function notifyTicketOpened(scope: Scope, row: TicketFacts): Promise<void> {
  await notifyTicketGiven(scope, row)
  await tellOf(scope, ofTicket('ticketOpened', row, null), { followers: true }, row.assigneeId)
}

/**
 * Of those that rules opened, and gave to nobody yet, the ones on equipment that somebody follows.
 */
export async function notifyTicketsOpened(
  scope: Scope,
  rows: readonly TicketFacts[],
): Promise<void> {
  const followed = await followedOf(
    scope,
    rows.flatMap(({ equipmentId }) => equipmentId ?? []),
  )
  for (const row of rows)
    if (row.equipmentId !== null && followed.has(row.equipmentId))
      await notifyTicketOpened(scope, row)
}

export async function notifyTicketGiven(scope: Scope, row: TicketFacts): Promise<void> {
  if (row.assigneeId !== null)
    await tellOf(scope, ofTicket('ticketGiven', row, null), { userIds: [row.assigneeId] })
}

const concerned = { followers: true, opener: true, assignee: true }

export const notifyTicketMoved = (scope: Scope, row: TicketFacts, state: string): Promise<void> =>
  tellOf(scope, ofTicket('ticketMoved', row, state), concerned)

export const notifyTicketCommented = (
  scope: Scope,
  row: TicketFacts,
  text: string,
): Promise<void> => tellOf(scope, ofTicket('ticketCommented', row, text), concerned)

/** Of those that have another status now, the ones that somebody follows. */
export async function notifyStatusChanged(
  scope: Scope,
  things: readonly { id: Id<'equipment'>; name: string; status: string | null }[],
): Promise<void> {
  const ids = await followedOf(
    scope,
    things.map(({ id }) => id),
  )
  for (const { id, name, status } of things) {
    // Where it stands is no part of it: who may see the equipment hears of its status.
    if (ids.has(id))
      await tellOf(
        scope,
        {
          kind: 'statusChanged',
          name,
          detail: status,
          equipmentId: id,
          locationId: null,
          ticketId: null,
        },
        { followers: true },
      )
  }
}

async function followedOf(
  { db, actor: { companyId } }: Scope,
  ids: readonly Id<'equipment'>[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const followed = await db
    .selectDistinct({ id: equipmentFollower.equipmentId })
    .from(equipmentFollower)
    .where(
      and(
        eq(equipmentFollower.companyId, companyId),
        inArray(equipmentFollower.equipmentId, [...new Set(ids)]),
      ),
    )
  return new Set(followed.map(({ id }) => id))
}

const nobody: Wish['recipients'] = {
  userIds: [],
  roleIds: [],
  available: false,
  followers: false,
  opener: false,
  assignee: false,
}

async function tellOf(
  scope: Scope,
  { kind, name, detail, ...about }: News,
  who: Partial<Wish['recipients']>,
  but: Id<'user'> | null = null,
): Promise<void> {
  const {
    actor: { userId, cause },
    clock,
  } = scope
  const wish = {
    recipients: { ...nobody, ...who },
    onlyWhoSeeEquipment: true,
    onlyWhoSeeLocation: true,
  }
  const people = (
    await recipientsOf(scope, wish, {
      ...about,
      ticketIds: about.ticketId === null ? [] : [about.ticketId],
    })
  ).filter(({ id }) => id !== userId && id !== but)
  if (people.length === 0) return
  const byName = userId === null ? null : cause.name
  await keepAlert(
    scope,
    kind,
    {
      ...about,
      level: 'info',
      text: detail,
      byName,
      byId: userId,
      runId: null,
      automationName: null,
      procedureLogId: null,
    },
    people.map(({ id }) => id),
  )
  const written = people.filter(({ hasMailAlerts }) => hasMailAlerts)
  if (written.length === 0) return
  await aboveCompanies(scope.db, async (system) => {
    for (const { email, language } of written) {
      const their = words[language]
      await writeMessage(system, clock.now(), {
        channel: 'email',
        to: email,
        subject: their.subject({ procedure: name, thing: '', score: null }),
        text: their.happened[kind]({ name, detail: detail ?? '', by: byName ?? '' }),
        path: addressOf({ ...about, procedureLogId: null }),
      })
    }
  })
}
