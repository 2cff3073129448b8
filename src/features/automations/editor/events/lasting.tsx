import { useTranslation } from 'react-i18next'
import { MAX_EVENT_MINUTES, MAX_PLACE_MINUTES } from '#contract/automation/events.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { PickingProps } from '../picking.ts'

function MinutesPicker<V extends { minutes: number }>({
  value,
  onChange,
  most = MAX_EVENT_MINUTES,
}: PickingProps<V> & { most?: number }) {
  const { t } = useTranslation('automations')
  return (
    <NeededNumber
      min={0}
      max={most}
      precision={0}
      aria-label={t('blank.minutesCount')}
      value={value.minutes}
      onChange={(minutes) => onChange({ ...value, minutes })}
    />
  )
}

function StayPicker<V extends { minutes: number }>(props: PickingProps<V>) {
  return <MinutesPicker {...props} most={MAX_PLACE_MINUTES} />
}

export const lasting = { duration: MinutesPicker }
export const stays = { duration: StayPicker }
