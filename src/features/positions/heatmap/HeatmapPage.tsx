import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { canDraw } from '#map/kit.ts'
import { Guard } from '#ui/feedback/Guard.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, LoadingState, PendingState } from '#ui/feedback/states.tsx'
import { HeatBar } from './HeatBar.tsx'
import { HeatLegend } from './HeatLegend.tsx'
import { HeatRooms } from './HeatRooms.tsx'
import { MapBroken, type MapFailure } from '../map/MapBroken.tsx'
import type { RoomNews } from '../map/mapLayers.ts'
import { MapLayers } from '../map/MapLayers.tsx'
import { MapView } from '../map/MapView.tsx'
import { useHeatmap, type Heatmap } from './useHeatmap.ts'
import { VenueMissing } from '../venue/VenueMissing.tsx'
import { ZoneHeatLegend } from './ZoneHeat.tsx'
import styles from '../rtls.module.css'

/** Mutes the rooms under the heat. */
const nothingTold: ReadonlyMap<number, RoomNews> = new Map()

export function HeatmapPage() {
  const { t } = useTranslation(['map', 'titles', 'common'])
  const heatmap = useHeatmap()
  const { venue, floorId, data } = heatmap
  const drawable = useMemo(() => canDraw(), [])
  const [broken, setBroken] = useState<MapFailure | null>(drawable ? null : 'loading')
  const mayImport = useMay('editor|locations')
  const frame = {
    title: t('titles:equipmentHeatmap'),
    back: { to: pathTo('mapping', undefined, { floor: floorId }), label: t('titles:mapping') },
  }
  if (venue.isLoading)
    return (
      <Page {...frame}>
        <PendingState failure={venue.failure} onRetry={venue.retry} rows={8} />
      </Page>
    )
  if (floorId === undefined)
    return (
      <Page {...frame}>
        <EmptyState
          title={t('noVenue')}
          hint={t('heatNoVenueHint')}
          action={mayImport && <Link to={pathTo('venueImport')}>{t('importVenue')}</Link>}
        />
      </Page>
    )
  return (
    <Page
      {...frame}
      filters={
        <>
          <MapLayers current="heat" floorId={floorId} equipmentId={heatmap.thing} />
          <HeatBar heatmap={heatmap} />
        </>
      }
    >
      <VenueMissing venue={venue} onFloor={(floor) => heatmap.change({ floor, building: null })} />
      {broken !== null && <MapBroken kind={broken} description={t('errorHeatList')} />}
      {data === undefined ? (
        <PendingState failure={heatmap.error} onRetry={heatmap.retry} rows={8} />
      ) : (
        <div className={`${styles.heatBody} ${broken === null ? '' : styles.heatBodyList}`}>
          {broken === null && (
            <div className={styles.heatStage}>
              <HeatStage heatmap={heatmap} onFail={setBroken} />
            </div>
          )}
          <HeatRooms heatmap={heatmap} rooms={data.rooms} />
        </div>
      )}
    </Page>
  )
}

interface HeatStageProps {
  heatmap: Heatmap
  onFail(kind: MapFailure): void
}

function HeatStage({ heatmap, onFail }: HeatStageProps) {
  const { venue, zones } = heatmap
  const { measure } = heatmap.state
  if (venue.floor === undefined)
    return <PendingState failure={venue.failure} onRetry={venue.retry} />
  return (
    <Guard onFail={() => onFail('loading')}>
      <Suspense fallback={<LoadingState />}>
        <MapView
          venue={venue}
          floor={venue.floor}
          mode="2D"
          positions={null}
          selectedId={null}
          roomId={null}
          past={heatmap.past}
          news={nothingTold}
          placing={null}
          focusKey=""
          drawn={zones.heat?.drawn}
          onPick={() => undefined}
          onFail={onFail}
        >
          {measure === 'cells' ? (
            <HeatLegend steps={heatmap.steps} />
          ) : (
            <ZoneHeatLegend measure={measure} heat={zones.heat} />
          )}
        </MapView>
      </Suspense>
    </Guard>
  )
}
