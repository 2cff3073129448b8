import type { DutyAlertKind } from '#contract/alerts.ts'
import type { AlertLevel } from '#contract/automation/actions/sendAlert.ts'
import type { Id } from '#contract/ids.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { saveAlert } from './send.ts'

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
      level: 'error',
      ...(dutyId !== undefined && { dutyId }),
    },
    userIds,
  )
