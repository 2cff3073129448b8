import type { DutyAlertKind } from '#contract/alerts.ts'
import type { AlertLevel } from '#contract/automation/actions/sendAlert.ts'
import type { Id } from '#contract/ids.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { writeMessages, type OutgoingMessage } from '../messages/index.ts'
import { loadCause } from './cause.ts'
import { nobody, recipientsOf } from './recipients.ts'
import { addressOf, saveAlert } from './send.ts'
import { causeText, words } from './texts.ts'

export async function saveDutyAlert(
  scope: Scope,
  kind: DutyAlertKind,
  {
    userIds,
    ...news
  }: {
    dutyId: Id<'duty'>
    level: AlertLevel
    /** An ISO 8601 interval. */
    text: string
    byName?: string | null
    byId?: Id<'user'> | null
    userIds: readonly Id<'user'>[]
  },
): Promise<void> {
  if (userIds.length === 0) return
  await saveAlert(
    scope,
    kind,
    {
      ...news,
      runId: null,
      automationName: null,
      procedureLogId: null,
      equipmentId: null,
      locationId: null,
      ticketId: null,
    },
    userIds,
  )
}

/** Urgent, so that it reaches a phone in quiet hours. */
export const saveCallAlert = (
  scope: Scope,
  {
    text,
    runId,
    automationName,
    procedureLogId,
    equipmentId,
    locationId,
    ticketId,
    causeId,
    dutyId,
  }: Omit<Parameters<typeof saveAlert>[2], 'level' | 'past'>,
  userIds: readonly Id<'user'>[],
): Promise<Id<'alert'> | null> =>
  saveAlert(
    scope,
    'dutyCalled',
    {
      text,
      runId,
      automationName,
      procedureLogId,
      equipmentId,
      locationId,
      ticketId,
      ...(causeId !== undefined && { causeId }),
      level: 'error',
      ...(dutyId !== undefined && { dutyId }),
    },
    userIds,
  )

/** Messages of a call, in the language of each reader. They name what their reader may see. */
export async function sendCallMessages(
  scope: Scope,
  {
    title,
    equipmentId,
    locationId,
    ticketId,
    causeId,
  }: Pick<
    Parameters<typeof saveAlert>[2],
    'equipmentId' | 'locationId' | 'ticketId' | 'causeId'
  > & {
    title: string
  },
  { userIds, channels }: { userIds: readonly Id<'user'>[]; channels: readonly ('email' | 'sms')[] },
): Promise<void> {
  if (userIds.length === 0 || channels.length === 0) return
  const people = await recipientsOf(
    scope,
    {
      recipients: { ...nobody, userIds: [...userIds] },
      onlyWhoSeeEquipment: false,
      onlyWhoSeeLocation: false,
    },
    { equipmentId, locationId, ticketIds: ticketId === null ? [] : [ticketId] },
  )
  const cause = causeId == null ? null : await loadCause(scope, causeId)
  const path = addressOf({ ticketId, equipmentId, procedureLogId: null })
  const messages = people.flatMap(({ language, email, phone, sees }): OutgoingMessage[] => {
    const { called } = words[language]
    const text = [
      called(sees.thing ? title : ''),
      ...(sees.thing && cause !== null ? [causeText(language, cause)] : []),
    ].join('\n')
    return [
      ...(channels.includes('email')
        ? [{ channel: 'email' as const, to: email, language, subject: called(''), text, path }]
        : []),
      ...(channels.includes('sms') && phone !== null
        ? [{ channel: 'sms' as const, to: phone, language, subject: '', text }]
        : []),
    ]
  })
  if (messages.length > 0)
    await aboveCompanies(scope.db, (system) => writeMessages(system, scope.clock.now(), messages))
}
