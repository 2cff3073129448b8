import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Output } from '#contract/endpoint'
import type { equipment } from '#contract/equipment'
import { pathTo } from '../../app/paths.ts'
import { Facts } from '../../ui/DetailPanel.tsx'
import { ColourTag, When } from '../../ui/marks.tsx'
import './bulk.css'

type Detail = Output<typeof equipment.getEquipment>

export function EquipmentFacts({ detail }: { detail: Detail }) {
  const { t } = useTranslation(['equipment', 'common'])
  const fixed = [
    { label: t('number'), value: detail.equipmentId === null ? null : <bdi className="numbers">{detail.equipmentId}</bdi> },
    { label: t('common:type'), value: <bdi>{detail.type.name}</bdi> },
    { label: t('common:location'), value: detail.locationPath.length === 0 ? null : <PlacePath path={detail.locationPath} /> },
    { label: t('locationText'), value: detail.locationText === '' ? null : detail.locationText },
    { label: t('common:tags'), value: detail.tags.length === 0 ? null : <span className="path">{detail.tags.map((tag) => <ColourTag key={tag.id} colour={tag.colour}>{tag.name}</ColourTag>)}</span> },
    { label: t('isStatic'), value: detail.isStatic ? t('common:yes') : null },
  ]
  const free = detail.details.map((fact) => ({ label: fact.key, value: <bdi>{fact.value}</bdi> }))
  const dates = [
    { label: t('common:created'), value: <When at={detail.createdAt} as="date" /> },
    { label: t('common:updated'), value: <When at={detail.updatedAt} /> },
  ]
  return <Facts rows={[...fixed.filter((row) => row.value !== null), ...free, ...dates]} />
}

function PlacePath({ path }: { path: Detail['locationPath'] }) {
  return (
    <span className="path">
      {path.map((place, index) => (
        <span key={place.id}>{index > 0 && <span className="quiet" aria-hidden="true">/ </span>}<Link to={pathTo('locations', undefined, { id: place.id })}><bdi>{place.name}</bdi></Link></span>
      ))}
    </span>
  )
}
