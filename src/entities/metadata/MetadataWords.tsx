import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MetadataValue } from '#contract/rules/metadata.ts'
import { useFormat } from '#lib/format.tsx'

interface Props {
  of: MetadataValue
  unit: string | null
  isOutdated?: boolean
}

export function MetadataWords({ of: value, unit, isOutdated = false }: Props) {
  const { t } = useTranslation(['common', 'entities'])
  const format = useFormat()
  const words = (): ReactNode => {
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
  return (
    <>
      {words()}
      {isOutdated && <span className="quiet"> · {t('entities:ownField.outdated')}</span>}
    </>
  )
}
