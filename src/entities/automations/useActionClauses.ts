/** Each kind of action as a phrase: 'open a ticket of type …', 'alert …'. */
import { useTranslation } from 'react-i18next'
import type { AssignBy } from '#contract/automation/actions/assign.ts'
import type { Blank } from '#contract/automation/blank.ts'
import type { BlankAction } from '#contract/automation/actions.ts'
import { useFormat } from '#lib/format.tsx'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import type { ActionClauses, BlankText } from './clause.ts'
import type { Names } from './names.ts'
import { apart, useNaming, type Naming } from './useNaming.ts'

export function useActionClauses(names: Names): ActionClauses {
  const { t } = useTranslation(['automations', 'tickets'])
  const naming = useNaming(names)
  const assigned = useAssignLabels(naming)
  const people = usePeopleLabels(naming)
  const within = useWithinLabels()
  const { span } = useScheduleLabels()
  const type = (id: number | null) => naming.one('ticketType', id, t('choose.ticketType'))
  return {
    openTicket({ ticketTypeId, title, priority, assign }) {
      const kindOf = type(ticketTypeId)
      const blanks = {
        ticketType:
          priority === undefined
            ? kindOf
            : { ...kindOf, words: `${apart(kindOf.words)} (${t(`tickets:priority.${priority}`)})` },
        assignee: assigned(assign),
      }
      return title === null || title === ''
        ? { key: 'openTicket', blanks }
        : { key: 'openTitledTicket', blanks: { ...blanks, title: { words: title } } }
    },
    assignTicket: ({ ticketTypeId, assign }) => ({
      key: assign === null ? 'unassignTicket' : 'assignTicket',
      blanks: {
        ticketType: naming.oneOrAll('ticketType', ticketTypeId, t('anyType')),
        assignee: assigned(assign),
      },
    }),
    changeTicketState: ({ ticketTypeId, stateId }) => ({
      key: 'changeTicketState',
      blanks: {
        ticketType: type(ticketTypeId),
        state: naming.one('ticketState', stateId, t('choose.state')),
      },
    }),
    closeTickets: ({ ticketTypeIds }) => ({
      key: 'closeTickets',
      blanks: { ticketTypes: naming.many('ticketType', ticketTypeIds, t('choose.ticketType')) },
    }),
    setAvailability: ({ who, availability }) => ({
      key: 'setAvailability',
      blanks: {
        who: people.who(who),
        availability: {
          words:
            availability.kind === 'hours'
              ? t('availability.hours', {
                  span: span({ amount: availability.hours, unit: 'hours' }),
                })
              : t(`availability.${availability.kind}`),
        },
      },
    }),
    sendAlert: (action) => ({
      key: 'sendAlert',
      blanks: {
        recipients: people.recipients(action.recipients),
        channels: {
          words: t(
            `channels.${[...action.channels].sort().join('_') || 'bell'}` as 'channels.bell',
          ),
        },
        text: {
          words:
            action.text === null || action.text === ''
              ? t('whatHappened')
              : t('quoted', { text: action.text }),
        },
      }, // email, sms, email_sms, bell: the test renders each
    }),
    changeStatus: ({ statusId }) => ({
      key: 'changeStatus',
      blanks: { status: naming.one('equipmentStatus', statusId, t('choose.status')) },
    }),
    scheduleProcedure: ({ procedureId, times, within: limit }) => ({
      key: 'scheduleProcedure',
      blanks: {
        procedure: naming.one('procedure', procedureId, t('choose.procedure')),
        times: { words: t('times', { count: times }) },
        within: { words: within(limit) },
      },
    }),
    removeScheduled: ({ procedureId }) => ({
      key: 'removeScheduled',
      blanks: { procedure: naming.one('procedure', procedureId, t('choose.procedure')) },
    }),
    updateMetadata: ({ fieldId, change }) => {
      const field = naming.one('metadataField', fieldId, t('choose.field'))
      if (change.do === 'remove')
        return { key: 'removeMetadata', blanks: { field, change: { words: t('metadata.remove') } } }
      return {
        key: 'updateMetadata',
        blanks: {
          field,
          change:
            change.do === 'fromInterval'
              ? { words: t('metadata.fromInterval', { span: span(change) }) }
              : quotedOne(
                  naming,
                  t,
                  change.questionId,
                  change.whenEmpty === 'remove'
                    ? 'metadata.fromAnswerOrRemove'
                    : 'metadata.fromAnswer',
                ),
        },
      }
    },
    invokeHook: ({ hookId }) => ({
      key: 'invokeHook',
      blanks: { hook: naming.one('apiHook', hookId, t('choose.hook')) },
    }),
  }
}

type T = ReturnType<typeof useTranslation<'automations'>>['t']

function quotedOne(
  naming: Naming,
  t: T,
  questionId: number | null,
  key: 'metadata.fromAnswer' | 'metadata.fromAnswerOrRemove' | 'assign.question',
): BlankText {
  const question = naming.one('surveyQuestion', questionId, t('choose.question'))
  return questionId === null
    ? question
    : { ...question, words: t(key, { question: question.words }) }
}

function useAssignLabels(naming: Naming) {
  const { t } = useTranslation('automations')
  return (assign: Blank<AssignBy> | null): BlankText => {
    if (assign === null) return { words: t('assignee.nobody') }
    if (assign.by === 'user') return naming.one('user', assign.userId, t('choose.person'))
    if (assign.by === 'question') return quotedOne(naming, t, assign.questionId, 'assign.question')
    const rule = naming.one('assignRule', assign.ruleId, t('choose.rule'))
    return assign.ruleId === null
      ? rule
      : { ...rule, words: t('assign.rule', { rule: rule.words }) }
  }
}

function usePeopleLabels(naming: Naming) {
  const { t } = useTranslation('automations')
  const format = useFormat()
  return {
    who(who: BlankAction<'setAvailability'>['who']): BlankText {
      if (who.by === 'performer') return { words: t('performerWords') }
      return who.by === 'user'
        ? naming.one('user', who.userId, t('choose.person'))
        : quotedOne(naming, t, who.questionId, 'assign.question')
    },
    recipients(told: BlankAction<'sendAlert'>['recipients']): BlankText {
      const groups = (['available', 'followers', 'opener', 'assignee'] as const)
        .filter((group) => told[group])
        .map((group) => t(`recipients.${group}`))
      const words = [
        ...told.roleIds.map((id) => apart(naming.nameOf('role', id))),
        ...told.userIds.map((id) => apart(naming.nameOf('user', id))),
        ...groups,
      ]
      if (words.length === 0) return { words: t('choose.people'), isOpen: true }
      const isMissing =
        told.userIds.some((id) => naming.one('user', id, '').isMissing === true) ||
        told.roleIds.some((id) => naming.one('role', id, '').isMissing === true)
      return { words: format.list(words), isMissing }
    },
  }
}

function useWithinLabels() {
  const { t } = useTranslation('automations')
  const { span } = useScheduleLabels()
  return (within: BlankAction<'scheduleProcedure'>['within']): string => {
    if (within.by === 'days')
      return t('within.days', { span: span({ amount: within.days, unit: 'days' }) })
    const { deadline } = within
    if (deadline.kind === 'hours')
      return t('within.days', { span: span({ amount: deadline.hours, unit: 'hours' }) })
    return deadline.kind === 'custom'
      ? t('within.days', { span: span(deadline) })
      : t(`within.${deadline.kind}`)
  }
}
