import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { Occupancy } from './Occupancy.tsx'
import { ZoneRules } from './ZoneRules.tsx'

const views = ['rooms', 'areas', 'alerts'] as const
const address = { view: inAddress.oneOf(views, 'rooms') }

export function ZonesPage() {
  const { t } = useTranslation('zones')
  const [{ view }, change] = useAddressState(address)
  const choice = (
    <Segmented
      aria-label={t('view')}
      value={view}
      onChange={(next) => change({ view: next }, { push: true })}
      options={views.map((value) => ({ value, label: t(`view_${value}`) }))}
    />
  )
  return view === 'alerts' ? (
    <ZoneRules choice={choice} />
  ) : (
    <Occupancy key={view} of={view} choice={choice} />
  )
}
