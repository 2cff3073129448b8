/**
 * Alerts about followed equipment and the user's tickets: sent once, in the transaction of the
 * cause, never to the user who caused it.
 */
import { inArray } from 'drizzle-orm'
import type { Happening } from '#contract/alerts.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { writeMessages } from '../messages/index.ts'
import { nobody, recipientsOfAll, type Wish } from './recipients.ts'
import { addressOf, saveAlerts } from './send.ts'
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
  name: string
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

export async function notifyTicketOpened(scope: Scope, row: TicketFacts): Promise<void> {
  await notifyTicketGiven(scope, row)
  await sendAlerts(
    scope,
    [ofTicket('ticketOpened', row, null)],
    { followers: true },
    row.assigneeId,
  )
}

export async function notifyTicketsOpened(
  scope: Scope,
  rows: readonly TicketFacts[],
): Promise<void> {
  const followed = await followedOf(
    scope,
    rows.flatMap(({ equipmentId }) => equipmentId ?? []),
  )
  await sendAlerts(
    scope,
    rows.flatMap((row) =>
      row.equipmentId !== null && followed.has(row.equipmentId)
        ? [ofTicket('ticketOpened', row, null)]
        : [],
    ),
    { followers: true },
  )
}

export async function notifyTicketGiven(scope: Scope, row: TicketFacts): Promise<void> {
  if (row.assigneeId !== null)
    await sendAlerts(scope, [ofTicket('ticketGiven', row, null)], { userIds: [row.assigneeId] })
}

/** All of them are given to the same user. */
export async function notifyTicketsGiven(
  scope: Scope,
  rows: readonly TicketFacts[],
  to: Id<'user'>,
): Promise<void> {
  await sendAlerts(
    scope,
    rows.map((row) => ofTicket('ticketGiven', row, null)),
    { userIds: [to] },
  )
}

const concerned = { followers: true, opener: true, assignee: true }

export const notifyTicketsMoved = (
  scope: Scope,
  rows: readonly TicketFacts[],
  state: string,
): Promise<void> =>
  sendAlerts(
    scope,
    rows.map((row) => ofTicket('ticketMoved', row, state)),
    concerned,
  )

export const notifyTicketCommented = (
  scope: Scope,
  row: TicketFacts,
  text: string,
): Promise<void> => sendAlerts(scope, [ofTicket('ticketCommented', row, text)], concerned)

export const notifyTicketsRepeated = (scope: Scope, rows: readonly TicketFacts[]): Promise<void> =>
  sendAlerts(
    scope,
    rows.map((row) => ofTicket('ticketRepeated', row, null)),
    concerned,
  )

export async function notifyStatusChanged(
  scope: Scope,
  things: readonly { id: Id<'equipment'>; name: string; status: string | null }[],
): Promise<void> {
  const ids = await followedOf(
    scope,
    things.map(({ id }) => id),
  )
  await sendAlerts(
    scope,
    things.flatMap(({ id, name, status }) =>
      ids.has(id)
        ? [
            {
              kind: 'statusChanged' as const,
              name,
              detail: status,
              equipmentId: id,
              // The status concerns all who may see the equipment, whatever its location.
              locationId: null,
              ticketId: null,
            },
          ]
        : [],
    ),
    { followers: true },
  )
}

async function followedOf(
  { db, actor: { companyId } }: Scope,
  ids: readonly Id<'equipment'>[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const followed = await db
    .selectDistinct({ id: tables.equipmentFollower.equipmentId })
    .from(tables.equipmentFollower)
    .where(
      ofCompany(
        tables.equipmentFollower,
        companyId,
        inArray(tables.equipmentFollower.equipmentId, [...new Set(ids)]),
      ),
    )
  return new Set(followed.map(({ id }) => id))
}

async function sendAlerts(
  scope: Scope,
  news: readonly News[],
  who: Partial<Wish['recipients']>,
  but: Id<'user'> | null = null,
): Promise<void> {
  for (let from = 0; from < news.length; from += AT_ONCE)
    await sendSet(scope, news.slice(from, from + AT_ONCE), who, but)
}

const AT_ONCE = 500

async function sendSet(
  scope: Scope,
  news: readonly News[],
  who: Partial<Wish['recipients']>,
  but: Id<'user'> | null,
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
  const asked = await recipientsOfAll(
    scope,
    wish,
    news.map(({ equipmentId, locationId, ticketId }) => ({
      equipmentId,
      locationId,
      ticketIds: ticketId === null ? [] : [ticketId],
    })),
  )
  const told = news.flatMap((one, index) => {
    const people = (asked[index] ?? []).filter(({ id }) => id !== userId && id !== but)
    return people.length === 0 ? [] : [{ news: one, people }]
  })
  const byName = userId === null ? null : cause.name
  await saveAlerts(
    scope,
    told.map(({ news: { kind, name: _name, detail, ...about }, people }) => ({
      kind,
      news: {
        ...about,
        level: 'info',
        text: detail,
        byName,
        byId: userId,
        runId: null,
        automationName: null,
        procedureLogId: null,
      },
      userIds: people.map(({ id }) => id),
    })),
  )
  const messages = told.flatMap(({ news: { kind, name, detail, ...about }, people }) =>
    people
      .filter(({ hasMailAlerts }) => hasMailAlerts)
      .map(({ email, language }) => ({
        channel: 'email' as const,
        to: email,
        language,
        subject: words[language].subject({ procedure: name, thing: '', score: null }),
        text: words[language].happened[kind]({ name, detail: detail ?? '', by: byName ?? '' }),
        path: addressOf({ ...about, procedureLogId: null }),
      })),
  )
  if (messages.length > 0)
    await aboveCompanies(scope.db, (system) => writeMessages(system, clock.now(), messages))
}
