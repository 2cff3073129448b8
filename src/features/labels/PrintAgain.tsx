/** How many labels have no code yet: labels of earlier versions, and revoked ones. */
import { useTranslation } from 'react-i18next'
import { labelCalls } from '#entities/labels/calls.ts'

export function PrintAgain({ of }: { of: 'equipment' | 'locations' }) {
  const { t } = useTranslation('labelReports')
  const { data } = labelCalls.useCountLabelsToPrintQuery()
  const count = data?.[of] ?? 0
  if (count === 0) return null
  return (
    <p className="quiet" role="status">
      {t(of === 'equipment' ? 'toPrintEquipment' : 'toPrintLocations', { count })}
    </p>
  )
}
