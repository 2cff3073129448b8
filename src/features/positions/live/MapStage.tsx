import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Guard } from '#ui/feedback/Guard.tsx'
import { EmptyState, LoadingState, PendingState } from '#ui/feedback/states.tsx'
import { FloorChips } from '../venue/FloorChips.tsx'
import { NothingTold } from '../map/MapLayers.tsx'
import type { MapFailure } from '../map/MapBroken.tsx'
import { MapView } from '../map/MapView.tsx'
import type { Mapping } from './useMapping.ts'
import { useRoomNews } from './useRoomNews.ts'

interface Props {
  mapping: Mapping
  /** Pixels at its bottom covered by a phone's sheet. */
  covered: number
  onFail(kind: MapFailure): void
  onOwnMap(kind: MapFailure | null): void
}

export function MapStage({ mapping, covered, onFail, onOwnMap }: Props) {
  const { t } = useTranslation('map')
  const { state, venue, floor, positions, replay, placing } = mapping
  const news = useRoomNews(state.layer, floor, positions)
  if (venue.floorMark === undefined)
    return <EmptyState title={t('noVenue')} hint={t('noVenueHint')} />
  if (floor === undefined) return <PendingState failure={venue.failure} onRetry={venue.retry} />
  return (
    <Guard onFail={() => onFail('loading')}>
      <Suspense fallback={<LoadingState />}>
        <MapView
          venue={venue}
          floor={floor}
          mode={replay === null ? mapping.mode : '2D'}
          positions={positions}
          selectedId={state.id}
          roomId={state.room}
          keptRoomId={mapping.keptPlace?.roomId ?? null}
          past={replay?.past ?? null}
          placing={placing.isPlacing ? { spot: placing.spot, reach: placing.reach } : null}
          focusKey={placing.isPlacing ? '' : mapping.focusKey}
          drawn={mapping.drawn}
          onPick={mapping.pick}
          onFloor={mapping.enterFloor}
          news={state.layer === '' || replay !== null ? null : news.rooms}
          covered={covered}
          onFail={onFail}
          onOwnMap={onOwnMap}
        >
          <FloorChips venue={venue} onFloor={mapping.goToFloor} />
          {replay === null && news.isNone && <NothingTold layer={state.layer} />}
        </MapView>
      </Suspense>
    </Guard>
  )
}
