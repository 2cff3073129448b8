/** How many labels have no code yet: labels of earlier versions, and revoked ones. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { labelCalls } from '#entities/labels/calls.ts'
import { pathTo } from '#lib/paths.ts'

export function PrintAgain({ of }: { of: 'equipment' | 'locations' }) {
  const { t } = useTranslation('labelReports')
  const { data } = labelCalls.useCountLabelsToPrintQuery()
  const count = data?.[of] ?? 0
  const only =
    of === 'equipment'
      ? { things: data?.equipmentIds.join('.') }
      : { of, only: data?.locationIds.join('.') }
  if (count === 0) return null
  return (
    <p className="quiet" role="status">
      {t(of === 'equipment' ? 'toPrintEquipment' : 'toPrintLocations', { count })}{' '}
      <Link to={pathTo('labels', undefined, only)}>{t('printThese')}</Link>
    </p>
  )
}
