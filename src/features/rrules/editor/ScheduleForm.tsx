import { Alert, Button, Form, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { daysOff } from '#contract/recurrence/kinds.ts'
import type { Rrule } from '#contract/rrules/rruleShapes.ts'
import { rrules } from '#contract/rrules/rrules.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { isApiFailure, type ApiFailure } from '#api/http.ts'
import { isStale } from '#api/notices.ts'
import { RolePicker, UserPicker } from '#entities/pickers/pickers.tsx'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { NamesakesOfForm } from '#entities/namesakes/Namesakes.tsx'
import { useFormat } from '#lib/format.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { Card, Section } from '#ui/page/Page.tsx'
import { draftDropped, draftKept } from '../rrulesSlice.ts'
import { useGoBack, useGoBackLater } from '../useGoBack.ts'
import { DeadlineField, ReminderField } from './DeadlineField.tsx'
import { PreviewPane } from './PreviewPane.tsx'
import { draftOfValues, valuesOf, type ScheduleValues } from './scheduleValues.ts'
import { useDescriber } from './useDescriber.tsx'
import { WhatFields } from './WhatFields.tsx'
import { WhenFields } from './WhenFields.tsx'
import styles from './editor.module.css'

interface FormProps {
  draftKey: string
  initial: ScheduleValues
  rule?: Rrule
  version?: number
}

export function ScheduleForm({ draftKey, initial, rule, version }: FormProps) {
  const { t } = useTranslation(['schedules', 'common'])
  const { weekStart } = useFormat()
  const dispatch = useDispatch()
  const goBack = useGoBack()
  const describe = useDescriber()
  const [create] = rruleCalls.useCreateRruleMutation()
  const [update] = rruleCalls.useUpdateRruleMutation()
  const readNow = useFetchNow()
  const [failed, setFailed] = useState<'kept' | 'gone' | null>(null)
  const { isGoing, stay } = useGoBackLater(failed !== null)

  const keep = (values: ScheduleValues, at: number | undefined) =>
    void dispatch(
      draftKept({ key: draftKey, draft: { values, ...(at === undefined ? {} : { version: at }) } }),
    )
  const drop = () => void dispatch(draftDropped(draftKey))

  async function handleSave(values: ScheduleValues, at: number | undefined): Promise<void> {
    setFailed(null)
    try {
      if (rule === undefined || at === undefined)
        await create({ body: draftOfValues(values) }).unwrap()
      else
        await update({
          params: { id: rule.id },
          body: { ...draftOfValues(values), version: at },
        }).unwrap()
      drop()
    } catch (error) {
      // The form handles conflicts, invalid input and a lost network itself. After any other
      // failure the page goes back and keeps the draft. The draft of a deleted schedule is dropped,
      // because it could not be reopened.
      if (isApiFailure(error) && !isStale(error) && !isMendedHere(error)) {
        const isGone = rule !== undefined && saysGone(error)
        if (isGone) drop()
        else keep(values, at)
        setFailed(isGone ? 'gone' : 'kept')
      }
      throw error
    }
  }
  return (
    <EntityForm<ScheduleValues>
      initial={initial}
      {...(version === undefined ? {} : { version })}
      onSave={handleSave}
      onSaved={goBack}
      onCancel={goBack}
      isLeaving={isGoing}
      draft={{ keep, drop, hint: t('common:leaveDraftHint') }}
      submitLabel={rule === undefined ? t('common:create') : t('common:save')}
      together={[
        ['kind', 'rule', 'every', 'restartAfter'],
        ['rruleData', 'objects'],
      ]}
      describe={describe}
      fetchCurrent={async () => {
        const now = await readNow(rrules.getRrule, { params: { id: rule?.id ?? 0 } })
        return { values: valuesOf(now, weekStart), version: now.version }
      }}
    >
      {isGoing && (
        <Alert
          className={styles.keptDraft}
          type="warning"
          showIcon
          role="alert"
          title={failed === 'gone' ? t('goingBackGone') : t('goingBack')}
          action={
            <Button size="small" onClick={stay}>
              {t('stayHere')}
            </Button>
          }
        />
      )}
      <div className={styles.scheduleEditor}>
        <div className={styles.scheduleFields}>
          <Section title={t('section.what')}>
            <Card>
              <WhatFields />
            </Card>
          </Section>
          <Section title={t('section.when')}>
            <Card>
              <WhenFields />
            </Card>
          </Section>
          <Section title={t('section.until')}>
            <Card>
              <UntilFields />
            </Card>
          </Section>
          <Section title={t('section.who')}>
            <Card>
              <WhoFields ruleId={rule?.id} />
            </Card>
          </Section>
        </div>
        <PreviewPane initial={initial} {...(rule === undefined ? {} : { id: rule.id })} />
      </div>
    </EntityForm>
  )
}

const isMendedHere = (failure: ApiFailure): boolean =>
  failure.status === null || saysWhatToPutRight(failure)

const saysWhatToPutRight = ({ status, errors }: ApiFailure): boolean =>
  status === 400 && errors.length > 0 && errors.every(({ path }) => path.startsWith('body.'))

/** True if the schedule itself is gone. If a referenced entity is gone, the error has a path. */
const saysGone = ({ status, errors }: ApiFailure): boolean =>
  status === 404 && errors.every(({ path }) => path === '')

function UntilFields() {
  const { t } = useTranslation('schedules')
  const options = daysOff.map((value) => ({ value, label: t(`dayOff.${value}`) }))
  return (
    <>
      <Form.Item name="deadline" label={t('field.deadline')}>
        <DeadlineField />
      </Form.Item>
      <Form.Item name="reminder" label={t('field.reminder')}>
        <ReminderField />
      </Form.Item>
      <div className={styles.twoFields}>
        <Form.Item name="onHoliday" label={t('field.onHoliday')}>
          <Select options={options} />
        </Form.Item>
        <Form.Item name="onNonWorkingDay" label={t('field.onNonWorkingDay')}>
          <Select options={options} />
        </Form.Item>
      </div>
      <Form.Item name="whenOverdue" label={t('field.whenOverdue')}>
        <Select
          options={(['keepOpen', 'close'] as const).map((value) => ({
            value,
            label: t(`overdue.${value}`),
          }))}
        />
      </Form.Item>
    </>
  )
}

function WhoFields({ ruleId }: { ruleId: number | undefined }) {
  const { t } = useTranslation('schedules')
  return (
    <>
      <div className={styles.twoFields}>
        <Form.Item name="userIds" label={t('field.userIds')}>
          <UserPicker multiple label={t('field.userIds')} />
        </Form.Item>
        <Form.Item name="roleIds" label={t('field.roleIds')}>
          <RolePicker multiple label={t('field.roleIds')} />
        </Form.Item>
      </div>
      <p className="quiet">{t('whoHint')}</p>
      <Form.Item
        name="name"
        label={t('field.name')}
        extra={
          <>
            {t('nameHint')} <NamesakesOfForm kind="rrule" exceptId={ruleId} />
          </>
        }
      >
        <Input dir="auto" maxLength={200} />
      </Form.Item>
      <Form.Item name="isActive" label={t('field.isActive')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  )
}
