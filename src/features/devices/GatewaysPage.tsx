import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { BeaconList } from './BeaconList.tsx'
import { GatewayList } from './GatewayList.tsx'
import { MeasurementList } from './MeasurementList.tsx'
import { QuarantineList } from './QuarantineList.tsx'

const views = ['gateways', 'beacons', 'measurements', 'quarantine'] as const
const kept: readonly string[] = ['measurements', 'quarantine']
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
  const shown = mayEdit || !kept.includes(view) ? view : 'gateways'
  const choice = (
    <Segmented
      aria-label={t('view')}
      value={shown}
      onChange={(next) =>
        change({ view: next, search: '', id: null, page: 1, mode: 'show' }, { push: true })
      }
      options={views
        .filter((one) => mayEdit || !kept.includes(one))
        .map((value) => ({ value, label: t(`view_${value}`) }))}
    />
  )
  if (shown === 'beacons') return <BeaconList choice={choice} />
  if (shown === 'measurements') return <MeasurementList choice={choice} />
  return shown === 'quarantine' ? (
    <QuarantineList choice={choice} />
  ) : (
    <GatewayList choice={choice} />
  )
}
