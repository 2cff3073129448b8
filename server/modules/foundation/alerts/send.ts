import { eq, or, sql } from 'drizzle-orm'
import type { AlertKind } from '#contract/alerts.ts'
import type { AlertLevel } from '#contract/automation/actions/sendAlert.ts'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { ADMINISTRATOR } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { isMember } from '#kernel/access/members.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { writeMessages, type OutgoingMessage } from '../messages/index.ts'
import type { AlertsSent } from './recipients.ts'
import { eventTexts } from './eventTexts.ts'
import { insertRecipients } from './pushDue.ts'
import { causeText, words, type Event } from './texts.ts'

export interface News {
  level: AlertLevel
  text: string | null
  channels: readonly ('email' | 'sms')[]
  event: Event
  runId: Id<'automationRun'> | null
  automationName: string | null
  byName?: string | null
  byId?: Id<'user'> | null
  procedureLogId: Id<'procedureLog'> | null
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
  ticketId: Id<'ticket'> | null
  causeId?: Id<'alert'> | null
}
export interface Lasting {
  sensorId: Id<'sensor'> | null
  gatewayId: Id<'gateway'> | null
  past?: { at: Date; endedAt: Date }
}

export interface Telling {
  people: readonly AlertsSent[]
  news: News & { runId: Id<'automationRun'> }
}

export async function publishAlerts(
  scope: Scope,
  tellings: readonly Telling[],
): Promise<Id<'alert'>[]> {
  const ids = await saveAlerts(
    scope,
    tellings.map(({ people, news: { channels: _channels, event, ...news } }) => ({
      kind: 'automation' as const,
      news: {
        ...news,
        text: news.text ?? defaultText(scope.actor.language, event),
        causeId: event.cause?.id ?? null,
      },
      userIds: people.map(({ id }) => id),
    })),
  )
  const messages = tellings.flatMap(messagesOf)
  if (messages.length > 0)
    await aboveCompanies(scope.db, (system) => writeMessages(system, scope.clock.now(), messages))
  return ids
}

/** Alerts with a cause have none: the reader's page names the cause, if the reader may see it. */
const defaultText = (language: Language, { kind, cause }: Event): string | null =>
  kind === undefined || cause != null ? null : eventTexts[language][kind]

function messagesOf({ people, news: { channels, event, ...news } }: Telling): OutgoingMessage[] {
  return people.flatMap(({ language, email, phone, sees }): OutgoingMessage[] => {
    // A message has one reader, so it names only what that user may see.
    const their: Event = { ...event, thing: sees.thing ? event.thing : '' }
    const [unseen, ofProcedure] = words[language].unseen
    const [subject, done] =
      event.kind !== undefined
        ? [
            sees.thing ? words[language].subject(their) : unseen,
            sees.thing && event.cause != null
              ? causeText(language, event.cause)
              : eventTexts[language][event.kind],
          ]
        : sees.procedure
          ? [words[language].subject(their), words[language].done(their)]
          : [unseen, ofProcedure]
    const text =
      news.text === null || news.text.trim() === '' ? done : `${news.text.trim()}\n${done}`
    const path = addressOf(sees.procedure && sees.thing ? news : { ...news, procedureLogId: null })
    return [
      ...(channels.includes('email')
        ? [{ channel: 'email' as const, to: email, language, subject, text, path }]
        : []),
      ...(channels.includes('sms') && phone !== null
        ? [{ channel: 'sms' as const, to: phone, language, subject: '', text }]
        : []),
    ]
  })
}

interface NewAlert {
  kind: AlertKind
  news: Omit<News, 'channels' | 'event'>
  userIds: readonly Id<'user'>[]
}

export async function saveAlerts(
  scope: Scope,
  alerts: readonly NewAlert[],
): Promise<Id<'alert'>[]> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  if (alerts.length === 0) return []
  const now = clock.now()
  const made = await db
    .insert(tables.alert)
    .values(
      alerts.map(({ kind, news }) => ({
        ...news,
        kind,
        companyId,
        at: now,
        createdAt: now,
      })),
    )
    .returning({ id: tables.alert.id })
  const ids = made.map(({ id }) => id).toSorted((one, other) => one - other) // in insertion order
  const heard = alerts.flatMap(({ kind, userIds }, index) =>
    userIds.map((userId) => ({ kind, alertId: ids[index] ?? neverKept(), userId })),
  )
  if (heard.length > 0) await db.execute(insertRecipients(scope, heard))
  scope.changed('Alert')
  for (const { news } of alerts)
    if (news.equipmentId !== null)
      scope.changed('Equipment', { type: 'Equipment', id: news.equipmentId })
  return ids
}

function neverKept(): never {
  throw new Error('An alert was not kept')
}

type AboutRun = Pick<
  News,
  'runId' | 'automationName' | 'procedureLogId' | 'equipmentId' | 'locationId' | 'ticketId'
>

export const notifyNobodyEligible = (scope: Scope, about: AboutRun): Promise<void> =>
  notifyKeepers(scope, 'nobodyEligible', about)

export const notifyBusyRule = (
  scope: Scope,
  about: Pick<AboutRun, 'runId' | 'automationName'>,
): Promise<void> =>
  notifyKeepers(scope, 'automationBusy', {
    ...about,
    procedureLogId: null,
    equipmentId: null,
    locationId: null,
    ticketId: null,
  })

async function notifyKeepers(scope: Scope, kind: AlertKind, about: AboutRun): Promise<void> {
  const {
    db,
    actor: { companyId },
  } = scope
  const keepers = await db
    .select({ id: tables.user.id })
    .from(tables.user)
    .where(
      ofCompany(
        tables.user,
        companyId,
        isMember,
        sql`exists (select from ${tables.userRole}
    join ${tables.role} on ${tables.role.companyId} = ${tables.userRole.companyId} and ${tables.role.id} = ${tables.userRole.roleId}
    where ${tables.userRole.companyId} = ${tables.user.companyId} and ${tables.userRole.userId} = ${tables.user.id}
    and ${or(eq(tables.role.key, ADMINISTRATOR), sql`${tables.role.permissions} @> array['editor|automations']`)})`,
      ),
    )
  await saveAlert(
    scope,
    kind,
    { ...about, level: 'error', text: null },
    keepers.map(({ id }) => id),
  )
}

export function addressOf({
  ticketId,
  procedureLogId,
  equipmentId,
}: Pick<News, 'ticketId' | 'procedureLogId' | 'equipmentId'>): string | null {
  if (ticketId !== null) return `/tickets/${ticketId}`
  if (procedureLogId !== null) return `/procedure-log/${procedureLogId}`
  return equipmentId === null ? null : `/equipment/${equipmentId}`
}

/** Inserts an alert and its bell entries. Returns null if an open alert for the incident exists. */
export async function saveAlert(
  scope: Scope,
  kind: AlertKind,
  {
    past,
    ...news
  }: Omit<News, 'channels' | 'event'> &
    Partial<Lasting> & {
      stockId?: Id<'stock'>
      zoneRuleId?: Id<'zoneRule'>
      dutyId?: Id<'duty'>
    },
  userIds: readonly Id<'user'>[],
): Promise<Id<'alert'> | null> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const [made] = await db
    .insert(tables.alert)
    .values({ ...news, kind, companyId, at: clock.now(), createdAt: clock.now(), ...past })
    .onConflictDoNothing()
    .returning({ id: tables.alert.id })
  if (!made) return null
  if (userIds.length > 0)
    await db.execute(
      insertRecipients(
        scope,
        [...new Set(userIds)].map((userId) => ({ kind, alertId: made.id, userId })),
      ),
    )
  scope.changed(
    'Alert',
    ...(news.equipmentId === null
      ? []
      : ['Equipment' as const, { type: 'Equipment' as const, id: news.equipmentId }]),
  )
  return made.id
}
