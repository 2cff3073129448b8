/** The map's layers. Each has an address, so that a link shows what its sender saw. */
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { knownSince, onNetwork } from '#api/network.ts'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { roomLayers, type RoomLayer } from './mapLayers.ts'
import styles from '../rtls.module.css'

type Layer = 'live' | 'replay' | 'heat' | 'nearest' | 'survey' | 'areas' | RoomLayer

export function MapLayers({
  current,
  floorId,
  equipmentId,
}: {
  current: Layer
  floorId: number | undefined
  equipmentId: number | null
}) {
  const { t } = useTranslation('map')
  const isAway = useSyncExternalStore(onNetwork, knownSince) !== null
  const maySurvey = useMay('editor|equipment')
  const thing = equipmentId === null ? {} : { equipmentId }
  const of = { floor: floorId, id: equipmentId ?? undefined }
  const layers: readonly [Layer, string][] = [
    ['live', pathTo('mapping', undefined, of)],
    ...roomLayers.map((layer): [Layer, string] => [
      layer,
      pathTo('mapping', undefined, { ...of, layer }),
    ]),
    ['replay', pathTo('mapping', undefined, { ...of, replay: 'shift' })],
    [
      'heat',
      pathTo('equipmentHeatmap', thing, equipmentId === null ? { floor: floorId } : undefined),
    ],
    ['nearest', pathTo('nearestEquipment', thing)],
    ['areas', pathTo('areas', undefined, { floor: floorId })],
    ...(maySurvey
      ? [['survey', pathTo('siteSurvey', undefined, { floor: floorId })] satisfies [Layer, string]]
      : []),
  ]
  return (
    <nav className={styles.mapLayerNav} aria-label={t('layers')}>
      {layers.map(([layer, to]) => (
        <Link
          key={layer}
          to={to}
          className={
            isAway && layer === 'live'
              ? `${styles.mapToggle} ${styles.mapToggleAway}`
              : styles.mapToggle
          }
          aria-current={layer === current ? 'true' : undefined}
        >
          {isAway && layer === 'live' ? t('show_notLive') : t(`show_${layer}`)}
        </Link>
      ))}
    </nav>
  )
}

export function NothingTold({ layer }: { layer: RoomLayer | '' }) {
  const { t } = useTranslation('map')
  return layer === '' ? null : (
    <p className={styles.layerNone} role="status">
      {t(`nothingTold_${layer}`)}
    </p>
  )
}
