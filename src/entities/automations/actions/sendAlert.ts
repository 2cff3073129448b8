import type { BlankAction } from '#contract/automation/actions.ts'
import type { BlankText } from '../clause.ts'
import type { ActionWords } from '../useWords.ts'
import type { ActionPage } from './kind.ts'

export const sendAlert = {
  sentence: ({ recipients, channels, text, dutyId = null }, words) => ({
    recipients: recipientsText(recipients, dutyId, words),
    channels: {
      // Keys are email, sms, email_sms and bell; a test renders each.
      words: words.t(`channels.${[...channels].sort().join('_') || 'bell'}` as 'channels.bell'),
    },
    text: {
      words: text === null || text === '' ? words.t('whatHappened') : words.t('quoted', { text }),
    },
  }),
  blanks: { recipients: 'own', channels: 'own', text: 'own' },
} satisfies ActionPage<'sendAlert'>

const groups = ['available', 'followers', 'opener', 'assignee'] as const

function recipientsText(
  recipients: BlankAction<'sendAlert'>['recipients'],
  dutyId: number | null,
  { t, format, names, naming }: ActionWords,
): BlankText {
  const { roleIds, userIds } = recipients
  const words = [
    ...roleIds.map((id) => naming.nameOf('role', id)),
    ...userIds.map((id) => naming.nameOf('user', id)),
    ...(dutyId === null ? [] : [t('recipients.duty', { duty: naming.nameOf('duty', dutyId) })]),
    ...groups.filter((group) => recipients[group]).map((group) => t(`recipients.${group}`)),
  ]
  if (words.length === 0) return { words: t('choose.people'), isOpen: true }
  const isMissing =
    userIds.some((id) => names.isMissing('user', id)) ||
    roleIds.some((id) => names.isMissing('role', id)) ||
    (dutyId !== null && names.isMissing('duty', dutyId))
  return { words: format.list(words), isMissing }
}
