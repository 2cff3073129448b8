import { z } from 'zod'
import { id, ids } from '#contract/ids.ts'
import { text } from '#contract/shapes.ts'
import type { ActionOf } from './kind.ts'

export const alertLevels = ['info', 'warning', 'error', 'success'] as const
export type AlertLevel = (typeof alertLevels)[number]
export const alertChannels = ['email', 'sms'] as const

/** Spec section 6, recipients. */
const recipients = z.strictObject({
  userIds: ids('user').max(500),
  roleIds: ids('role').max(100),
  available: z.boolean(),
  followers: z.boolean(),
  /**
   * Opener and assignee of the tickets that this run opened or changed; without any, of the open
   * tickets of the equipment or location.
   */
  opener: z.boolean(),
  assignee: z.boolean(),
})

export const sendAlert = z.strictObject({
  kind: z.literal('sendAlert'),
  channels: z.array(z.enum(alertChannels)).max(2),
  level: z.enum(alertLevels),
  /** If empty, the alert says what was done, where, and the score, in the reader's language. */
  text: text(1_000).nullable(),
  recipients,
  onlyWhoSeeEquipment: z.boolean(),
  onlyWhoSeeLocation: z.boolean(),
  /** Its steps are called until somebody has it. Omit to call nobody. */
  dutyId: id('duty').nullable().optional(),
})

const tellsNobody = ({
  userIds,
  roleIds,
  available,
  followers,
  opener,
  assignee,
}: {
  userIds: readonly number[]
  roleIds: readonly number[]
  available: boolean
  followers: boolean
  opener: boolean
  assignee: boolean
}): boolean =>
  userIds.length + roleIds.length === 0 && !available && !followers && !opener && !assignee

export const sendAlertKind: ActionOf<z.infer<typeof sendAlert>> = {
  listedUnder: 'alerts',
  names: { 'recipients.userIds': 'user', 'recipients.roleIds': 'role', dutyId: 'duty' },
  fresh: () => ({
    kind: 'sendAlert',
    channels: [],
    level: 'warning',
    text: null,
    onlyWhoSeeEquipment: true,
    onlyWhoSeeLocation: true,
    recipients: {
      userIds: [],
      roleIds: [],
      available: false,
      followers: false,
      opener: false,
      assignee: false,
    },
  }),
  faults: ({ recipients, dutyId = null }) =>
    dutyId === null && tellsNobody(recipients) ? ['recipientsMissing'] : [],
}
