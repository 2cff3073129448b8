import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ProcedurePicker, RolePicker, UserPicker } from '../../../entities/pickers/pickers.tsx'
import { useScheduleLabels } from '../../../entities/recurrence/useScheduleLabels.ts'
import { ObjectsSummary } from '../ObjectsSummary.tsx'
import { formToRule } from './repeatForm.ts'
import type { ScheduleValues } from './scheduleValues.ts'
import styles from '../../../entities/recurrence/recurrence.module.css'

/** For a conflict: both versions in words. */
export function useDescriber(): (
  values: ScheduleValues,
) => { key: keyof ScheduleValues; label: string; value: ReactNode }[] {
  const { t } = useTranslation(['schedules', 'common'])
  const words = useScheduleLabels()
  return (values) => [
    { key: 'name', label: t('field.name'), value: values.name },
    {
      key: 'procedureId',
      label: t('field.procedure'),
      value: <ProcedurePicker disabled variant="borderless" value={values.procedureId} />,
    },
    {
      key: 'rruleData',
      label: t('field.things'),
      value: <ObjectsSummary things={values.rruleData} objects={values.objects} />,
    },
    { key: 'kind', label: t('field.kind'), value: t(`kind.${values.kind}`) },
    {
      key: 'rule',
      label: t('ruleText'),
      value: (
        <code className={styles.ruleText} dir="ltr">
          {formToRule(values.rule)}
        </code>
      ),
    },
    { key: 'every', label: t('field.every'), value: words.span(values.every) },
    { key: 'start', label: t('field.start'), value: words.wall(values.start) },
    { key: 'end', label: t('field.end'), value: values.end === '' ? '—' : words.day(values.end) },
    { key: 'deadline', label: t('field.deadline'), value: words.deadline(values.deadline) },
    { key: 'reminder', label: t('field.reminder'), value: words.reminder(values.reminder) },
    { key: 'onHoliday', label: t('field.onHoliday'), value: t(`dayOff.${values.onHoliday}`) },
    {
      key: 'onNonWorkingDay',
      label: t('field.onNonWorkingDay'),
      value: t(`dayOff.${values.onNonWorkingDay}`),
    },
    {
      key: 'whenOverdue',
      label: t('field.whenOverdue'),
      value: t(`overdue.${values.whenOverdue}`),
    },
    {
      key: 'userIds',
      label: t('field.userIds'),
      value: <UserPicker multiple disabled variant="borderless" value={values.userIds} />,
    },
    {
      key: 'roleIds',
      label: t('field.roleIds'),
      value: <RolePicker multiple disabled variant="borderless" value={values.roleIds} />,
    },
    {
      key: 'isActive',
      label: t('field.isActive'),
      value: values.isActive ? t('common:yes') : t('common:no'),
    },
  ]
}
