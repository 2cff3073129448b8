import { Checkbox, Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import type { BlankAction } from '#contract/automation/actions.ts'
import { alertChannels, alertLevels } from '#contract/automation/actions/sendAlert.ts'
import { DutyPicker } from '#entities/duties/DutyPicker.tsx'
import { RolePicker, UserPicker } from '#entities/pickers/pickers.tsx'
import type { PickingProps } from '../picking.ts'
import styles from '../../automations.module.css'

type Alert = BlankAction<'sendAlert'>
const groups = ['available', 'followers', 'opener', 'assignee'] as const

function RecipientsPicker({ value, onChange }: PickingProps<Alert>) {
  const { t } = useTranslation('automations')
  const { recipients } = value
  const change = (patch: Partial<Alert['recipients']>) =>
    onChange({ ...value, recipients: { ...recipients, ...patch } })
  return (
    <div className={styles.peopleFields}>
      <label>
        <span>{t('blank.roles')}</span>
        <RolePicker
          multiple
          label={t('blank.roles')}
          value={recipients.roleIds}
          onChange={(roleIds: number[]) => change({ roleIds })}
        />
      </label>
      <label>
        <span>{t('blank.users')}</span>
        <UserPicker
          multiple
          label={t('blank.users')}
          value={recipients.userIds}
          onChange={(userIds: number[]) => change({ userIds })}
        />
      </label>
      <label>
        <span>{t('blank.callDuty')}</span>
        <DutyPicker
          label={t('blank.callDuty')}
          value={value.dutyId ?? null}
          onChange={(dutyId: number | null) => onChange({ ...value, dutyId })}
        />
      </label>
      {groups.map((group) => (
        <Checkbox
          key={group}
          checked={recipients[group]}
          onChange={(event) => change({ [group]: event.target.checked })}
        >
          {t(`recipients.${group}`)}
        </Checkbox>
      ))}
      <span className={styles.peopleNarrow}>{t('blank.narrow')}</span>
      <Checkbox
        checked={value.onlyWhoSeeEquipment}
        onChange={(event) => onChange({ ...value, onlyWhoSeeEquipment: event.target.checked })}
      >
        {t('blank.onlyWhoSeeEquipment')}
      </Checkbox>
      <Checkbox
        checked={value.onlyWhoSeeLocation}
        onChange={(event) => onChange({ ...value, onlyWhoSeeLocation: event.target.checked })}
      >
        {t('blank.onlyWhoSeeLocation')}
      </Checkbox>
    </div>
  )
}

function ChannelsPicker({ value, onChange }: PickingProps<Alert>) {
  const { t } = useTranslation('automations')
  return (
    <div className={styles.peopleFields}>
      <Checkbox checked disabled>
        {t('channel.bell')}
      </Checkbox>
      {alertChannels.map((channel) => (
        <Checkbox
          key={channel}
          checked={value.channels.includes(channel)}
          onChange={(event) =>
            onChange({
              ...value,
              channels: alertChannels.filter((one) =>
                one === channel ? event.target.checked : value.channels.includes(one),
              ),
            })
          }
        >
          {t(`channel.${channel}`)}
        </Checkbox>
      ))}
    </div>
  )
}

function TextPicker({ value, onChange }: PickingProps<Alert>) {
  const { t } = useTranslation(['automations', 'alerts'])
  return (
    <>
      <Input.TextArea
        autoFocus
        dir="auto"
        maxLength={1_000}
        autoSize={{ minRows: 2, maxRows: 6 }}
        aria-label={t('blank.text')}
        placeholder={t('blank.textHint')}
        value={value.text ?? ''}
        onChange={(event) =>
          onChange({ ...value, text: event.target.value === '' ? null : event.target.value })
        }
      />
      <Segmented
        aria-label={t('blank.level')}
        value={value.level}
        onChange={(level) => onChange({ ...value, level })}
        options={alertLevels.map((level) => ({ value: level, label: t(`alerts:level.${level}`) }))}
      />
    </>
  )
}

export const sendAlert = {
  recipients: RecipientsPicker,
  channels: ChannelsPicker,
  text: TextPicker,
}
