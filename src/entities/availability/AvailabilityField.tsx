import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { AVAILABLE_HOURS_MAXIMUM, type Availability } from '#contract/people/people.ts'
import { useFormat } from '#lib/format.tsx'
import { ColourTag } from '#ui/page/marks.tsx'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { AvailabilityDraft } from './availabilityDraft.ts'
import styles from './AvailabilityField.module.css'

interface FieldProps {
  value?: AvailabilityDraft
  onChange?(value: AvailabilityDraft): void
  id?: string
  now?: Availability
}

export function AvailabilityField({
  value = { choice: 'none', hours: 8 },
  onChange,
  id,
  now,
}: FieldProps) {
  const { t } = useTranslation('people')
  const format = useFormat()
  return (
    <Radio.Group
      {...(id === undefined ? {} : { id })}
      className={styles.availability}
      aria-label={t('field.availability')}
      value={value.choice}
      onChange={(event) =>
        onChange?.({ ...value, choice: event.target.value as AvailabilityDraft['choice'] })
      }
    >
      {now?.kind === 'until' && (
        <Radio value="keep">{t('availability.until', { at: format.dateTime(now.until) })}</Radio>
      )}
      <Radio value="none">{t('availability.none')}</Radio>
      <Radio value="unlimited">{t('availability.unlimited')}</Radio>
      <div className={styles.availabilityHours}>
        <Radio value="hours">{t('availability.hours')}</Radio>
        {value.choice === 'hours' && (
          <NeededNumber
            aria-label={t('availability.hoursField')}
            min={1}
            max={AVAILABLE_HOURS_MAXIMUM}
            precision={0}
            value={value.hours}
            onChange={(hours) => onChange?.({ choice: 'hours', hours })}
          />
        )}
      </div>
    </Radio.Group>
  )
}

export function AvailabilityMark({ availability }: { availability: Availability }) {
  const { t } = useTranslation('people')
  const format = useFormat()
  if (availability.kind === 'none') return <span className="quiet">{t('availability.none')}</span>
  return (
    <ColourTag colour="green">
      {availability.kind === 'until'
        ? t('availability.until', { at: format.dateTime(availability.until) })
        : t('availability.available')}
    </ColourTag>
  )
}
