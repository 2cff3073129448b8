import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { canDraw } from '#map/kit.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, PendingState } from '#ui/feedback/states.tsx'
import { MapBroken, type MapFailure } from '../map/MapBroken.tsx'
import { MapBar, Simulator } from './MapBar.tsx'
import { MapDoors } from './MapDoors.tsx'
import { MapLayers } from '../map/MapLayers.tsx'
import { MapSheet, useMapSheet } from '../map/MapSheet.tsx'
import { isPanelOpen, MapSide } from './MapSide.tsx'
import { MapStage } from './MapStage.tsx'
import { PlanDoors } from './PlanDoors.tsx'
import { ReplayBar } from '../replay/ReplayBar.tsx'
import { useMapping, type Mapping } from './useMapping.ts'
import { useRefresh } from './useRefresh.ts'
import { VenueMissing } from '../venue/VenueMissing.tsx'
import styles from '../rtls.module.css'

export function MappingPage() {
  const { t } = useTranslation(['map', 'titles', 'common'])
  const mapping = useMapping()
  const isPhone = useIsPhone()
  const { state, change, venue, floor, replay, lookedAt } = mapping
  const drawable = useMemo(() => canDraw(), [])
  const [broken, setBroken] = useState<MapFailure | null>(drawable ? null : 'loading')
  const [ownMap, setOwnMap] = useState<MapFailure | null>(null)
  const handleFail = useCallback((kind: MapFailure) => setBroken((before) => before ?? kind), [])
  const hasMap = broken === null
  const body = useRef<HTMLDivElement>(null)
  const { sheet, covered } = useMapSheet(body, hasMap, !venue.isLoading)

  if (venue.isLoading)
    return (
      <Page title={t('titles:mapping')}>
        <PendingState failure={venue.failure} onRetry={venue.retry} rows={8} />
      </Page>
    )
  if (venue.buildings.length === 0)
    return (
      <Page title={t('titles:mapping')}>
        <NoVenue />
      </Page>
    )
  return (
    <Page
      title={t('titles:mapping')}
      actions={isPhone ? undefined : <MapActions mapping={mapping} />}
      filters={<MapFilters mapping={mapping} hasMap={hasMap} />}
    >
      <VenueMissing venue={venue} onFloor={mapping.goToFloor} />
      {broken !== null && <MapBroken kind={broken} description={t('errorListStays')} />}
      {hasMap && ownMap !== null && (
        <MapBroken kind={ownMap} description={t('errorOwnMap')} closable />
      )}
      <div
        ref={body}
        className={`${styles.mapBody} ${hasMap ? '' : styles.mapBodyList} ${isPanelOpen(mapping) ? styles.mapBodyDetail : ''}`}
      >
        <MapSheet {...sheet}>
          <MapSide mapping={mapping} hasMap={hasMap} />
        </MapSheet>
        {hasMap && (
          <div className={styles.mapStage}>
            <MapStage {...{ mapping, covered }} onFail={handleFail} onOwnMap={setOwnMap} />
          </div>
        )}
      </div>
      {replay !== null && state.replay !== '' && (
        <ReplayBar
          replay={replay}
          floor={floor}
          asked={{ ...lookedAt, kind: state.replay }}
          onSpan={({ kind, ...own }) => change({ replay: kind, at: null, ...own })}
          onClose={() => change({ replay: '', since: '', until: '', at: null }, { push: true })}
        />
      )}
    </Page>
  )
}

function MapActions({ mapping: { state, venue } }: { mapping: Mapping }) {
  const mayDraw = useMay('editor|locations')
  return (
    <>
      <Simulator />
      {mayDraw && <PlanDoors buildingId={venue.building?.id} floorId={venue.floorMark?.id} />}
      <MapDoors equipmentId={state.id} floorId={venue.floorMark?.id} />
    </>
  )
}

function MapFilters({ mapping, hasMap }: { mapping: Mapping; hasMap: boolean }) {
  const { state, venue, replay } = mapping
  const refresh = useRefresh(mapping.positions)
  return (
    <>
      <MapLayers
        current={replay !== null ? 'replay' : state.layer === '' ? 'live' : state.layer}
        floorId={venue.floorMark?.id}
        equipmentId={state.id}
      />
      <MapBar
        venue={venue}
        mode={mapping.mode}
        canDraw={hasMap}
        onRefresh={refresh}
        onFloor={mapping.goToFloor}
        onBuilding={mapping.goToBuilding}
        onMode={mapping.changeMode}
      />
    </>
  )
}

function NoVenue() {
  const { t } = useTranslation('map')
  const mayDraw = useMay('editor|locations')
  return (
    <EmptyState
      title={t('noVenue')}
      hint={t('noVenueHint')}
      action={
        mayDraw && (
          <span className={styles.beginPlans}>
            <LinkButton type="primary" to={pathTo('floorPlan', { floorId: 'new' })}>
              {t('drawPlan')}
            </LinkButton>
            <LinkButton to={pathTo('venueImport')}>{t('importVenue')}</LinkButton>
          </span>
        )
      }
    />
  )
}
