import { useTranslation } from 'react-i18next'
import { MAX_EVENT_MINUTES } from '#contract/automation/events.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { PickingProps } from '../picking.ts'

function MinutesPicker<V extends { minutes: number }>({ value, onChange }: PickingProps<V>) {
  const { t } = useTranslation('automations')
  return (
    <NeededNumber
      min={0}
      max={MAX_EVENT_MINUTES}
      precision={0}
      aria-label={t('blank.minutesCount')}
      value={value.minutes}
      onChange={(minutes) => onChange({ ...value, minutes })}
    />
  )
}

export const lasting = { duration: MinutesPicker }
