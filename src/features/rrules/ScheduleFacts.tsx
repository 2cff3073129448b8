import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Rrule } from '#contract/rrules/rruleShapes.ts'
import { pathTo } from '#lib/paths.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import { ScheduleSentence } from '#entities/recurrence/ScheduleSentence.tsx'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import { Facts } from '#ui/panel/DetailPanel.tsx'
import { Count, When } from '#ui/page/marks.tsx'
import { NextDate } from './NextDate.tsx'
import { ObjectsSummary } from './ObjectsSummary.tsx'

export function ScheduleFacts({ rule }: { rule: Rrule }) {
  const { t } = useTranslation(['schedules', 'common'])
  const words = useScheduleLabels()
  const rolling =
    rule.kind === 'rolling'
      ? [
          { label: t('field.every'), value: words.span(rule.every) },
          {
            label: t('field.restartAfter'),
            value: rule.restartAfter === null ? t('restartSame') : words.span(rule.restartAfter),
          },
          {
            label: t('field.repeatCount'),
            value: rule.repeatCount === null ? t('ends.never') : <Count value={rule.repeatCount} />,
          },
          {
            label: t('field.end'),
            value: rule.end === null ? t('ends.never') : words.day(rule.end),
          },
        ]
      : []
  const byUse =
    rule.kind === 'byUse'
      ? [{ label: t('field.quantity'), value: <ScheduleSentence of={rule} /> }]
      : []
  return (
    <Facts
      rows={[
        {
          label: t('field.procedure'),
          value: (
            <Link to={pathTo('procedures', undefined, { id: rule.procedure.id })}>
              <bdi>{rule.procedure.name}</bdi>
            </Link>
          ),
        },
        {
          label: t('field.things'),
          value: <ObjectsSummary things={rule.rruleData} objects={rule.objects} />,
        },
        { label: t('field.kind'), value: t(`kind.${rule.kind}`) },
        {
          label: t('column.next'),
          value: <NextDate of={rule} as="dateTime" />,
        },
        ...rolling,
        ...byUse,
        { label: t('field.start'), value: words.wall(rule.start) },
        { label: t('field.deadline'), value: words.deadline(rule.deadline) },
        { label: t('field.reminder'), value: words.reminder(rule.reminder) },
        { label: t('field.onHoliday'), value: t(`dayOff.${rule.onHoliday}`) },
        { label: t('field.onNonWorkingDay'), value: t(`dayOff.${rule.onNonWorkingDay}`) },
        { label: t('field.whenOverdue'), value: t(`overdue.${rule.whenOverdue}`) },
        { label: t('field.whose'), value: <Whose rule={rule} /> },
        { label: t('common:created'), value: <When at={rule.createdAt} as="date" /> },
        { label: t('common:updated'), value: <When at={rule.updatedAt} /> },
      ]}
    />
  )
}

function Whose({ rule }: { rule: Rrule }) {
  const { t } = useTranslation('schedules')
  const people = peopleCalls.useListTinyUsersQuery(
    { body: { ids: rule.userIds, limit: 500 } },
    { skip: rule.userIds.length === 0 },
  )
  const roles = peopleCalls.useListRolesQuery(
    { body: { ids: rule.roleIds, limit: 500, sort: 'name' } },
    { skip: rule.roleIds.length === 0 },
  )
  if (rule.userIds.length === 0 && rule.roleIds.length === 0) return t('anybody')
  const names = [...(people.data?.rows ?? []), ...(roles.data?.rows ?? [])].map(({ name }) => name)
  return (
    <>
      {names.map((name, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <bdi>{name}</bdi>
        </span>
      ))}
    </>
  )
}
