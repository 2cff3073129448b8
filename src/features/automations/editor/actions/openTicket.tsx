import { Checkbox, Input, Segmented } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlankAction } from '#contract/automation/actions.ts'
import { ticketsIfOpen } from '#contract/automation/actions/openTicket.ts'
import { MAX_FAULTS } from '#contract/rules/faults.ts'
import { PrioritySelect } from '#entities/tickets/PrioritySelect.tsx'
import type { PickingProps } from '../picking.ts'
import styles from '../../automations.module.css'
import { AssignPicker } from './AssignPicker.tsx'
import { OneTicketType } from './OneTicketType.tsx'

function TypePicker({ value, onChange, close }: PickingProps<BlankAction<'openTicket'>>) {
  const { t } = useTranslation('tickets')
  const { priority, ...rest } = value
  return (
    <div className={styles.typeUnderPriority}>
      <OneTicketType
        value={value.ticketTypeId}
        onChange={(ticketTypeId) => {
          onChange({ ...value, ticketTypeId })
          close()
        }}
      />
      <label className={styles.titleField}>
        <span>{t('column.priority')}</span>
        <PrioritySelect
          placeholder={t('priority.byType')}
          value={priority ?? null}
          onChange={(next) => onChange(next === null ? rest : { ...rest, priority: next })}
        />
      </label>
    </div>
  )
}

function ManyPicker({ value, onChange, questions }: PickingProps<BlankAction<'openTicket'>>) {
  const { t } = useTranslation('automations')
  const { perFault, ...rest } = value
  const hint = useId()
  const hasFaults = questions.some(
    ({ answers, faultOutside }) => faultOutside || answers.some(({ isFault }) => isFault === true),
  )
  return (
    <div className={styles.ticketMany}>
      <Checkbox
        checked={perFault === true}
        aria-describedby={hint}
        onChange={({ target }) => onChange(target.checked ? { ...rest, perFault: true } : rest)}
      >
        {t('blank.perFault')}
      </Checkbox>
      <p id={hint} className={`quiet ${styles.blankHint}`}>
        {hasFaults || perFault !== true
          ? t('blank.perFaultHint', { max: MAX_FAULTS })
          : t('blank.noFaultsMarked')}
      </p>
      <p className={styles.ticketIfOpen}>{t('blank.ifOpen')}</p>
      <Segmented
        aria-label={t('blank.ifOpen')}
        value={value.ifOpen ?? 'another'}
        options={ticketsIfOpen.map((way) => ({ value: way, label: t(`ifOpen.${way}`) }))}
        onChange={(ifOpen) => onChange({ ...value, ifOpen })}
      />
    </div>
  )
}

function TitlePicker({ value, onChange, close }: PickingProps<BlankAction<'openTicket'>>) {
  const { t } = useTranslation('automations')
  return (
    <Input
      autoFocus
      dir="auto"
      maxLength={200}
      aria-label={t('blank.title')}
      placeholder={t('blank.autoTitle')}
      value={value.title ?? ''}
      allowClear
      onChange={(event) =>
        onChange({ ...value, title: event.target.value === '' ? null : event.target.value })
      }
      onPressEnter={close}
    />
  )
}

function AssigneePicker({
  value,
  onChange,
  close,
  questions,
}: PickingProps<BlankAction<'openTicket'>>) {
  const { t } = useTranslation('automations')
  return (
    <>
      <AssignPicker
        value={value.assign}
        onChange={(assign) => onChange({ ...value, assign })}
        close={close}
        questions={questions}
      />
      {/** the sentence of an untitled ticket has no blank for the title */}
      <label className={styles.titleField}>
        <span>{t('blank.title')}</span>
        <Input
          dir="auto"
          maxLength={200}
          placeholder={t('blank.autoTitle')}
          value={value.title ?? ''}
          allowClear
          onChange={(event) =>
            onChange({ ...value, title: event.target.value === '' ? null : event.target.value })
          }
        />
      </label>
    </>
  )
}

export const openTicket = {
  many: ManyPicker,
  ticketType: TypePicker,
  title: TitlePicker,
  assignee: AssigneePicker,
}
