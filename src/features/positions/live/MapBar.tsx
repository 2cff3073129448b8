import { PauseCircleOutlined, PlayCircleOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Segmented, Select, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useMay } from '#entities/session/useSession.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { rtlsCalls } from '../calls.ts'
import { rtlsSlice, type MapLayer, type MapMode } from '../rtlsSlice.ts'
import type { Venue } from '../venue/useVenueChoice.ts'
import { chosenName } from '../venue/chosenName.tsx'
import styles from '../rtls.module.css'

interface MapBarProps {
  venue: Venue
  mode: MapMode
  canDraw: boolean
  onBuilding(id: number): void
  onFloor(id: number): void
  onMode(mode: MapMode): void
  onRefresh(): void
}
const layers: readonly MapLayer[] = ['locations', 'areas', 'equipment', 'staticEquipment']

export function MapBar({
  venue,
  mode,
  canDraw,
  onBuilding,
  onFloor,
  onMode,
  onRefresh,
}: MapBarProps) {
  const { t } = useTranslation('map')
  const dispatch = useDispatch()
  const isPhone = useIsPhone()
  const { buildings, building, floors, floorMark, kept } = venue
  return (
    <div className={styles.mapBar}>
      <Select
        aria-label={t('building')}
        data-testid="building"
        className={styles.mapBuilding}
        value={building?.id}
        onChange={onBuilding}
        popupMatchSelectWidth={false}
        labelRender={chosenName}
        options={buildings.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
      />
      <Select
        aria-label={t('floor')}
        data-testid="floor"
        className={styles.mapFloor}
        value={floorMark?.id}
        onChange={onFloor}
        popupMatchSelectWidth={false}
        labelRender={chosenName}
        options={floors
          .toReversed()
          .map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
      />
      {canDraw && (
        <Segmented<MapMode>
          aria-label={t('mode')}
          value={mode}
          onChange={onMode}
          options={[
            { value: '2D', label: t('flat') },
            { value: '3D', label: t('space') },
            ...(floors.length > 1 ? [{ value: 'stack' as const, label: t('stacked') }] : []),
          ]}
        />
      )}
      {canDraw && (
        <div className={styles.mapLayers} role="group" aria-label={t('shown')}>
          {layers.map((layer) => (
            <button
              key={layer}
              type="button"
              className={styles.mapToggle}
              aria-pressed={kept.toggles[layer] ?? true}
              onClick={() => dispatch(rtlsSlice.actions.layerToggled(layer))}
            >
              {t(`layer_${layer}`)}
            </button>
          ))}
        </div>
      )}
      <div className={styles.mapBarEnd}>
        {isPhone && <Simulator />}
        <Tooltip title={t('refresh')}>
          <Button
            icon={<ReloadOutlined aria-hidden />}
            aria-label={t('refresh')}
            onClick={onRefresh}
          />
        </Tooltip>
      </div>
    </div>
  )
}

export function Simulator() {
  const { t } = useTranslation('map')
  const { data } = rtlsCalls.useGetSimulatorQuery()
  const [set, { isLoading }] = rtlsCalls.useSetSimulatorMutation()
  const may = useMay('editor|equipment')
  if (data?.isThere !== true || !may) return null
  return (
    <Tooltip title={t('simulatorHint')}>
      <Button
        icon={
          data.isRunning ? <PauseCircleOutlined aria-hidden /> : <PlayCircleOutlined aria-hidden />
        }
        loading={isLoading}
        onClick={() => void set({ body: { isRunning: !data.isRunning } })}
      >
        {data.isRunning ? t('simulatorStop') : t('simulatorStart')}
      </Button>
    </Tooltip>
  )
}
