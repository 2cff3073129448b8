import { Alert } from 'antd'
import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '#lib/useMedia.ts'
import { canDraw } from '#map/kit.ts'
import type { Picked } from '#map/useMapPicking.ts'
import { Guard } from '#ui/feedback/Guard.tsx'
import { EmptyState, LoadingState } from '#ui/feedback/states.tsx'
import { FloorChips } from './FloorChips.tsx'
import { MapSheet, sheetPixels, type SheetHeight } from '../map/MapSheet.tsx'
import type { Marks } from '#map/features.ts'
import type { LivePositions } from '../live/livePositions.ts'
import { MapView, type Past } from '../map/MapView.tsx'
import type { Venue } from './useVenueChoice.ts'
import { VenueMissing } from './VenueMissing.tsx'
import styles from '../rtls.module.css'

export function FloorStage({
  venue,
  picture,
  positions = null,
  drawn,
  side,
  isPlacing = false,
  focusKey = '',
  children,
  onFloor,
  onPick,
}: {
  venue: Venue
  /** The replayed picture; null for live positions. */
  picture: Past | null
  positions?: LivePositions | null
  drawn?: Marks
  side: ReactNode
  isPlacing?: boolean
  focusKey?: string
  children?: ReactNode
  onFloor(id: number): void
  onPick(picked: Picked): void
}) {
  const { t } = useTranslation('map')
  const drawable = useMemo(() => canDraw(), [])
  const [broken, setBroken] = useState<'loading' | 'auth' | null>(drawable ? null : 'loading')
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const body = useRef<HTMLDivElement>(null)
  const [bodyHeight, setBodyHeight] = useState(0)
  useEffect(() => {
    if (body.current === null) return
    const observer = new ResizeObserver(([entry]) => setBodyHeight(entry?.contentRect.height ?? 0))
    observer.observe(body.current)
    return () => observer.disconnect()
  }, [])
  const isSheet = useIsPhone() && broken === null
  const floor = venue.floor?.id === venue.floorMark?.id ? venue.floor : undefined
  return (
    <>
      <VenueMissing venue={venue} onFloor={onFloor} />
      {broken !== null && (
        <Alert
          className={styles.mapBroken}
          type="warning"
          showIcon
          title={t(broken === 'auth' ? 'errorAuth' : 'errorLoading')}
          description={t('errorListStays')}
        />
      )}
      <div
        ref={body}
        className={`${styles.mapBody} ${styles.mapBodyDetail} ${broken === null ? '' : styles.mapBodyList}`}
      >
        <MapSheet isSheet={isSheet} height={sheet} onHeight={setSheet}>
          {side}
        </MapSheet>
        {broken === null && (
          <div className={styles.mapStage}>
            {floor === undefined ? (
              venue.isLoading || venue.floorMark !== undefined ? (
                <LoadingState />
              ) : (
                <EmptyState title={t('noVenue')} hint={t('noVenueHint')} />
              )
            ) : (
              <Guard onFail={() => setBroken('loading')}>
                <Suspense fallback={<LoadingState />}>
                  <MapView
                    venue={venue}
                    floor={floor}
                    mode="2D"
                    positions={positions}
                    drawn={drawn}
                    selectedId={null}
                    roomId={null}
                    past={picture}
                    placing={isPlacing ? { spot: null, reach: [] } : null}
                    focusKey={focusKey}
                    covered={isSheet && sheet !== 'whole' ? sheetPixels(sheet, bodyHeight) : 0}
                    onPick={onPick}
                    onFail={setBroken}
                  >
                    <FloorChips venue={venue} onFloor={onFloor} />
                    {children}
                  </MapView>
                </Suspense>
              </Guard>
            )}
          </div>
        )}
      </div>
    </>
  )
}
