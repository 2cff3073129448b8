/** Gateways, beacons, and unreadable reports. */
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { BeaconList } from './BeaconList.tsx'
import { GatewayList } from './GatewayList.tsx'
import { QuarantineList } from './QuarantineList.tsx'

const views = ['gateways', 'beacons', 'quarantine'] as const
const address = {
  view: inAddress.oneOf(views, 'gateways'),
  search: inAddress.text(),
  id: inAddress.integer(),
  page: inAddress.count(1),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
}

export function GatewaysPage() {
  const { t } = useTranslation('gateways')
  const mayEdit = useMay('editor|devices')
  const [{ view }, change] = useAddressState(address)
  const shown = mayEdit ? view : view === 'quarantine' ? 'gateways' : view
  const choice = (
    <Segmented
      aria-label={t('view')}
      value={shown}
      onChange={(next) =>
        change({ view: next, search: '', id: null, page: 1, mode: 'show' }, { push: true })
      }
      options={views
        .filter((one) => mayEdit || one !== 'quarantine')
        .map((value) => ({ value, label: t(`view_${value}`) }))}
    />
  )
  if (shown === 'beacons') return <BeaconList choice={choice} />
  return shown === 'quarantine' ? (
    <QuarantineList choice={choice} />
  ) : (
    <GatewayList choice={choice} />
  )
}
