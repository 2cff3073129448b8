import { EnvironmentOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { equipment } from '#contract/equipment'
import { locations } from '#contract/locations'
import type { ProcedureDetail } from '#contract/procedures'
import { injectContract } from '../../../api/api.ts'
import { pathTo } from '../../../app/paths.ts'
import type { Place } from './performance.ts'

const { useGetEquipmentQuery } = injectContract(equipment)
const { useGetLocationQuery } = injectContract(locations)

/** What is done, and where. */
export function PerformHead({ procedure, place }: { procedure: ProcedureDetail; place: Place }) {
  const { t } = useTranslation('procedures')
  const name = usePlaceName(place)
  return (
    <header className="perform-head">
      <p className="quiet perform-type"><bdi>{procedure.type.name}</bdi></p>
      <h1 className="perform-name" dir="auto">{procedure.name}</h1>
      <p className="perform-place">
        <EnvironmentOutlined aria-hidden />
        <span><bdi>{name.title}</bdi>{name.hint !== null && <> · <bdi className="quiet">{name.hint}</bdi></>}</span>
        <Link to={pathTo('procedurePerform', { procedureId: procedure.id })} className="perform-elsewhere">{t('perform.elsewhere')}</Link>
      </p>
      {procedure.description !== null && <p className="quiet perform-description" dir="auto">{procedure.description}</p>}
    </header>
  )
}

function usePlaceName(place: Place): { title: string; hint: string | null } {
  const { data: item } = useGetEquipmentQuery({ params: { id: place.id } }, { skip: place.kind !== 'equipment' })
  const { data: location } = useGetLocationQuery({ params: { id: place.id } }, { skip: place.kind !== 'location' })
  if (place.kind === 'equipment') {
    const hint = [item?.equipmentId, item?.location?.name].filter((part) => part !== undefined && part !== null).join(' · ')
    return { title: item?.name ?? '…', hint: hint === '' ? null : hint }
  }
  return { title: location?.name ?? '…', hint: location?.path.at(-1)?.name ?? null }
}
