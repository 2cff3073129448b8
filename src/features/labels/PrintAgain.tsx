/** How many labels have no code yet: labels of earlier versions, and revoked ones. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { labelCalls } from '#entities/labels/calls.ts'
import { pathTo } from '#lib/paths.ts'

export function PrintAgain({ of }: { of: 'equipment' | 'locations' }) {
  const { t } = useTranslation('labelReports')
  const { data } = labelCalls.useCountLabelsToPrintQuery()
  const count = data?.[of] ?? 0
  const ids = data?.equipmentIds ?? []
  if (count === 0) return null
  return (
    <p className="quiet" role="status">
      {t(of === 'equipment' ? 'toPrintEquipment' : 'toPrintLocations', { count })}{' '}
      {of === 'equipment' && ids.length > 0 && (
        <Link to={pathTo('labels', undefined, { things: ids.join('.') })}>{t('printThese')}</Link>
      )}
    </p>
  )
}
