import { useTranslation } from 'react-i18next'
import { RolePicker, UserPicker } from '#entities/pickers/pickers.tsx'
import { ProcedurePicker } from '#entities/pickers/ProcedurePicker.tsx'
import { ScheduleSentence, type ScheduleTiming } from '#entities/recurrence/ScheduleSentence.tsx'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import { ObjectsSummary } from '../ObjectsSummary.tsx'
import { formToRule } from './repeatForm.ts'
import { draftOfValues, type ScheduleValues } from './scheduleValues.ts'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'

export function useDescriber(): (values: ScheduleValues) => FieldsInWords<ScheduleValues> {
  const { t } = useTranslation(['schedules', 'common'])
  const words = useScheduleLabels()
  return (values) => ({
    name: { label: t('field.name'), value: values.name },
    procedureId: {
      label: t('field.procedure'),
      value: <ProcedurePicker asText value={values.procedureId} />,
    },
    rruleData: {
      label: t('field.things'),
      value: <ObjectsSummary things={values.rruleData} objects={values.objects} />,
    },
    objects: { label: t('field.objects'), value: t(`objects.${values.objects}`) },
    kind: { label: t('field.kind'), value: t(`kind.${values.kind}`) },
    rule: {
      label: t('ruleText'),
      value: (
        <ScheduleSentence
          of={{ ...values, use: null, kind: 'specific', rule: formToRule(values.rule) }}
        />
      ),
    },
    use: {
      label: t('field.quantity'),
      value: (
        <ScheduleSentence of={{ ...draftOfValues(values), kind: 'byUse' } as ScheduleTiming} />
      ),
    },
    every: { label: t('field.every'), value: words.span(values.every) },
    restartAfter: {
      label: t('field.restartAfter'),
      value: values.restartAfter === null ? t('restartSame') : words.span(values.restartAfter),
    },
    repeatCount: { label: t('field.repeatCount'), value: values.repeatCount ?? '—' },
    start: { label: t('field.start'), value: words.wall(values.start) },
    end: { label: t('field.end'), value: values.end === '' ? '—' : words.day(values.end) },
    deadline: { label: t('field.deadline'), value: words.deadline(values.deadline) },
    reminder: { label: t('field.reminder'), value: words.reminder(values.reminder) },
    onHoliday: { label: t('field.onHoliday'), value: t(`dayOff.${values.onHoliday}`) },
    onNonWorkingDay: {
      label: t('field.onNonWorkingDay'),
      value: t(`dayOff.${values.onNonWorkingDay}`),
    },
    whenOverdue: {
      label: t('field.whenOverdue'),
      value: t(`overdue.${values.whenOverdue}`),
    },
    userIds: {
      label: t('field.userIds'),
      value: <UserPicker multiple asText value={values.userIds} />,
    },
    roleIds: {
      label: t('field.roleIds'),
      value: <RolePicker multiple asText value={values.roleIds} />,
    },
    isActive: {
      label: t('field.isActive'),
      value: values.isActive ? t('common:yes') : t('common:no'),
    },
  })
}
