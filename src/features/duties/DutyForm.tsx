import { Form, Input, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DutyRow } from '#contract/duties/duties.ts'
import { dutyCalls } from '#entities/duties/calls.ts'
import { NamesakesOfForm } from '#entities/namesakes/Namesakes.tsx'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { OrgEntityPicker } from '#entities/pickers/pickers.tsx'
import { TicketTypePicker } from '#entities/tickets/TicketTypePicker.tsx'
import { useFormat, type Format } from '#lib/format.tsx'
import type { Translate } from '#lib/i18n/translate.ts'
import { MomentField } from '#ui/dates/MomentField.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { firstDayOfWeek } from './dutyDays.ts'
import { ShiftRows } from './ShiftRows.tsx'
import { StepRows } from './StepRows.tsx'
import {
  bodyOf,
  faultOf,
  isStepComplete,
  overlap,
  valuesOf,
  WEEKS,
  type ShiftValues,
  type StepValues,
  type Values,
} from './dutyValues.ts'
import styles from './duties.module.css'

const describer =
  (t: Translate<['duties', 'common']>, format: Format) =>
  (values: Values): FieldsInWords<Values> => ({
    name: { label: t('common:name'), value: values.name },
    locationId: {
      label: t('location'),
      value: <LocationTreePicker asText value={values.locationId} />,
    },
    orgEntityId: {
      label: t('orgEntity'),
      value: <OrgEntityPicker asText value={values.orgEntityId} />,
    },
    weeks: { label: t('weeks'), value: values.weeks },
    firstDay: { label: t('firstDay'), value: format.calendarDay(values.firstDay) },
    isRoundTheClock: {
      label: t('isRoundTheClock'),
      value: values.isRoundTheClock ? t('common:yes') : t('common:no'),
    },
    steps: { label: t('steps'), value: t('stepsCount', { count: values.steps.length }) },
    ticketTypeIds: {
      label: t('ticketTypes'),
      value: (
        <TicketTypePicker asText multiple label={t('ticketTypes')} value={values.ticketTypeIds} />
      ),
    },
    shifts: { label: t('shifts'), value: t('shiftsCount', { count: values.shifts.length }) },
  })

export function DutyForm({
  row,
  fetchRow,
  onDone,
}: {
  row: DutyRow | undefined
  fetchRow(): Promise<DutyRow | undefined>
  onDone(): void
}) {
  const { t } = useTranslation(['duties', 'common'])
  const format = useFormat()
  const [firstDay] = useState(() => firstDayOfWeek(Date.now(), format.weekStart, format.timeZone))
  const [create] = dutyCalls.useCreateDutyMutation()
  const [update] = dutyCalls.useUpdateDutyMutation()
  const required = { required: true, message: t('common:required') }
  return (
    <EntityForm<Values>
      initial={valuesOf(row, firstDay)}
      {...(row === undefined ? {} : { version: row.version })}
      submitLabel={row === undefined ? t('common:create') : t('common:save')}
      onSaved={onDone}
      onCancel={onDone}
      refusals={{ taken: t('taken') }}
      onSave={(values, version) =>
        row === undefined || version === undefined
          ? create({ body: bodyOf(values) }).unwrap()
          : update({ params: { id: row.id }, body: { ...bodyOf(values), version } }).unwrap()
      }
      fetchCurrent={async () => {
        const now = await fetchRow()
        return now && { values: valuesOf(now, now.firstDay), version: now.version }
      }}
      together={[['weeks', 'firstDay', 'shifts']]}
      describe={describer(t, format)}
    >
      <Form.Item
        name="name"
        label={t('common:name')}
        extra={<NamesakesOfForm kind="duty" exceptId={row?.id} />}
        rules={[
          { ...required, whitespace: true },
          { max: 200, message: t('common:tooLong', { max: 200 }) },
        ]}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item name="locationId" label={t('location')} extra={t('locationHint')}>
        <LocationTreePicker label={t('location')} />
      </Form.Item>
      <Form.Item name="orgEntityId" label={t('orgEntity')}>
        <OrgEntityPicker />
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item
          name="weeks"
          label={t('weeks')}
          rules={[
            required,
            { type: 'integer', ...WEEKS, message: t('weeksLimits', { max: WEEKS.max }) },
          ]}
        >
          <NumberInput className={styles.whole} />
        </Form.Item>
        <Form.Item name="firstDay" label={t('firstDay')} rules={[required]}>
          <MomentField kind="day" isWide />
        </Form.Item>
      </div>
      <Form.Item
        name="isRoundTheClock"
        label={t('isRoundTheClock')}
        extra={t('isRoundTheClockHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item noStyle dependencies={['weeks']}>
        {({ getFieldValue }) => (
          <Form.Item
            name="shifts"
            label={t('shifts')}
            dependencies={['weeks', 'firstDay']}
            rules={[
              ({ getFieldsValue }) => ({
                validator: (_, shifts: ShiftValues[]) => {
                  const values = getFieldsValue(true) as Values
                  const kept = shifts.filter(({ week }) => week <= values.weeks)
                  if (kept.some((shift) => faultOf(shift) !== null))
                    return Promise.reject(new Error(t('shiftsUnfilled')))
                  return overlap({ ...values, shifts: kept })
                    ? Promise.reject(new Error(t('shiftsOverlap')))
                    : Promise.resolve()
                },
              }),
            ]}
          >
            <ShiftRows weeks={Number(getFieldValue('weeks') ?? 1)} />
          </Form.Item>
        )}
      </Form.Item>
      <Form.Item
        name="steps"
        label={t('steps')}
        extra={t('stepsHint')}
        rules={[
          {
            validator: (_, steps: StepValues[]) =>
              steps.every(isStepComplete)
                ? Promise.resolve()
                : Promise.reject(new Error(t('stepsUnfilled'))),
          },
        ]}
      >
        <StepRows />
      </Form.Item>
      <Form.Item name="ticketTypeIds" label={t('ticketTypes')} extra={t('ticketTypesHint')}>
        <TicketTypePicker multiple label={t('ticketTypes')} />
      </Form.Item>
    </EntityForm>
  )
}
