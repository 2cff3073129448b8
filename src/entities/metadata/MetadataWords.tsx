import { useTranslation } from 'react-i18next'
import type { MetadataValue } from '#contract/rules/metadata.ts'
import { useFormat } from '#lib/format.tsx'

export function MetadataWords({ of: value, unit }: { of: MetadataValue; unit: string | null }) {
  const { t } = useTranslation('common')
  const format = useFormat()
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'number')
    return (
      <>
        {format.number(value)}
        {unit !== null && (
          <>
            {' '}
            <bdi>{unit}</bdi>
          </>
        )}
      </>
    )
  if (typeof value === 'object') return <bdi>{value.join(', ')}</bdi>
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? format.calendarDay(value) : <bdi>{value}</bdi>
}
