import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { passesMidnight, type Hours } from '#contract/rules/workingTime.ts'
import { ClockField } from '#ui/dates/ClockField.tsx'
import type { SpanFault } from './companyDraft.ts'
import styles from './company.module.css'

interface Props {
  span: Hours
  fault: SpanFault | null
  name: string
  /** True to mark an empty field as an error, which happens at the save. */
  showsEmpty: boolean
  onChange(hours: Hours): void
  onRemove(): void
}

export function HoursSpan({ span, fault: found, name, showsEmpty, onChange, onRemove }: Props) {
  const { t } = useTranslation('company')
  const { from, to } = span
  const fault = found === 'notATime' && (from === '' || to === '') && !showsEmpty ? null : found
  return (
    <span className={styles.hoursSpan}>
      <ClockField
        label={t('fromOf', { day: name })}
        value={from}
        isFaulty={fault !== null}
        onChange={(time) => onChange({ from: time, to })}
      />
      <span aria-hidden="true">–</span>
      <ClockField
        label={t('toOf', { day: name })}
        value={to}
        isFaulty={fault !== null}
        onChange={(time) => onChange({ from, to: time })}
      />
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('removeHours', { day: name, from, to })}
        onClick={onRemove}
      />
      {found === null && passesMidnight(span) && (
        <span className="quiet">{t('spanEndsNextDay')}</span>
      )}
      {fault !== null && (
        <span className={styles.hoursFault} role="alert">
          {t(`fault_${fault}`)}
        </span>
      )}
    </span>
  )
}
