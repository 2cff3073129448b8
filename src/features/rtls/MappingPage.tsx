/**
 * The live map (spec section 2): a list and a plan that say the same, and the one thing that is
 * looked at.
 */
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { MapEquipment } from '#contract/rtlsShapes'
import { filterFrom, filterPatch } from '../../entities/filterObject/filterAddress.ts'
import { useAddressState } from '../../lib/addressState.ts'
import { canDraw } from '../../map/kit.ts'
import type { Picked } from '../../map/usePick.ts'
import { isApiFailure } from '../../api/http.ts'
import { pathTo } from '../../lib/paths.ts'
import { useMay } from '../../entities/session/useSession.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { Guard } from '../../ui/Guard.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { mapAddress, mapModes } from './address.ts'
import { AssetList } from './AssetList.tsx'
import { AssetPanel } from './AssetPanel.tsx'
import { areaAt, areaMarks, useFloorAreas } from './areas/areaMarks.ts'
import { useLivePositions } from './livePositions.ts'
import { MapBar, Simulator } from './MapBar.tsx'
import { FloorChips } from './FloorChips.tsx'
import { MapDoors } from './MapDoors.tsx'
import { MapLayers, NothingTold } from './MapLayers.tsx'
import { MapSheet, sheetPixels, type SheetHeight } from './MapSheet.tsx'
import { MapView } from './MapView.tsx'
import { PlacePanel } from './PlacePanel.tsx'
import { PlanDoors } from './PlanDoors.tsx'
import { ReplayBar } from './ReplayBar.tsx'
import { ReplayList } from './ReplayList.tsx'
import { RoomPanel } from './RoomPanel.tsx'
import { useRememberedSelection } from './selectedEquipment.ts'
import { useReplay } from './useReplay.ts'
import { useMarkerColour } from './useMapLabels.ts'
import { useReach } from './useReach.ts'
import { useRefresh } from './useRefresh.ts'
import { useRoomNews } from './useRoomNews.ts'
import { useVenueChoice } from './useVenueChoice.ts'
import { VenueMissing } from './VenueMissing.tsx'
import type { Spot } from './RoomSpot.tsx'
import styles from './rtls.module.css'

export function MappingPage() {
  const { t } = useTranslation(['map', 'titles', 'common'])
  const [state, change, queryWith] = useAddressState(mapAddress)
  const venue = useVenueChoice(state)
  const positions = useLivePositions(venue.building?.id ?? null)
  const refresh = useRefresh(positions)
  const drawable = useMemo(() => canDraw(), [])
  const [broken, setBroken] = useState<'loading' | 'auth' | null>(drawable ? null : 'loading')
  const [ownMap, setOwnMap] = useState<'loading' | 'auth' | null>(null)
  const [spot, setSpot] = useState<Spot | null>(null)
  // What is chosen is brought into view, wherever it was chosen; what was touched on the map is in
  // view already.
  const [touched, setTouched] = useState<number | null>(null)
  const [turn, setTurn] = useState(0)
  const focusKey = state.id === null || state.id === touched ? '' : `${state.id}:${turn}`
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const body = useRef<HTMLDivElement>(null)
  const [bodyHeight, setBodyHeight] = useState(0)
  const hasBody = broken === null
  useEffect(() => {
    if (body.current === null) return
    const observer = new ResizeObserver(([entry]) => setBodyHeight(entry?.contentRect.height ?? 0))
    observer.observe(body.current)
    return () => observer.disconnect()
  }, [hasBody, venue.isLoading])
  const mayImport = useMay('editor|locations')
  const asked = mapModes.find((one) => one === state.mode) ?? venue.kept.mode
  const mode = asked === 'stack' && venue.floors.length < 2 ? '2D' : asked
  useRememberedSelection(state.id)
  const lookedAt = { kind: state.replay, since: state.since, until: state.until }
  const replay = useReplay(lookedAt, state.id, venue.floorMark?.id ?? null, state.at)
  // Looking back, the floor follows the thing.
  const followed = replay?.floorId ?? null
  const onOtherFloor = followed !== null && followed !== venue.floorMark?.id
  if (onOtherFloor) queueMicrotask(() => change({ floor: followed, building: null }))

  const goToFloor = useCallback(
    (floor: number) => {
      change({ floor, building: null, room: null }, { push: true })
      venue.remember({ floor })
    },
    [change, venue],
  )
  /** Of the floors that lie apart one is entered: it is shown by itself, in space. */
  const enterFloor = (floor: number): void => {
    change({ floor, building: null, room: null, mode: '3D' }, { push: true })
    venue.remember({ floor, mode: '3D' })
  }
  const goToThing = useCallback(
    ({ position }: Pick<MapEquipment, 'position'>): void => {
      if (position !== null) change({ floor: position.floorId, building: null, replay: '' })
    },
    [change],
  )
  /** While one looks back, the floor's past is what stands behind the panel. */
  const closePanel = () => {
    change({ id: null, room: null, tab: 'now', placing: false }, { push: true })
    setTouched(null)
  }
  const shownFloor = venue.floor?.id === venue.floorMark?.id ? venue.floor : undefined
  const areas = useFloorAreas(
    venue.kept.toggles.areas === false || mode === 'stack' ? undefined : shownFloor?.id,
  )
  const handlePick = useCallback(
    ({ moverId, roomId, at }: Picked) => {
      if (state.placing) setSpot(at)
      else if (moverId !== null) {
        setTouched(moverId)
        change({ id: moverId, room: null, tab: 'now' }, { push: true })
      } else {
        const area = roomId === null ? areaAt(areas, at) : undefined
        if (area !== undefined) return void navigate(pathTo('areas', undefined, { area: area.id }))
        change(
          { room: roomId === state.room ? null : roomId, id: null, replay: '' },
          { push: true },
        )
      }
    },
    [change, navigate, areas, state.placing, state.room],
  )
  const handleFail = useCallback(
    (kind: 'loading' | 'auth') => setBroken((before) => before ?? kind),
    [],
  )
  const endPlacing = () => {
    setSpot(null)
    change({ placing: false })
    positions?.soon()
  }

  const reach = useReach(state.placing ? state.id : null, shownFloor?.id ?? null)
  const news = useRoomNews(state.layer, shownFloor, positions)
  const colourOf = useMarkerColour()
  const drawn = useMemo(() => areaMarks(areas, null, colourOf), [areas, colourOf])

  if (venue.isLoading)
    return (
      <Page title={t('titles:mapping')}>
        {isApiFailure(venue.failure) ? (
          <ErrorState failure={venue.failure} onRetry={venue.retry} />
        ) : (
          <LoadingState rows={8} />
        )}
      </Page>
    )
  if (venue.buildings.length === 0)
    return (
      <Page title={t('titles:mapping')}>
        <EmptyState
          title={t('noVenue')}
          hint={t('noVenueHint')}
          action={
            mayImport && (
              <span className={styles.beginPlans}>
                <LinkButton type="primary" to={pathTo('floorPlan', { floorId: 'new' })}>
                  {t('drawPlan')}
                </LinkButton>
                <LinkButton to={pathTo('venueImport')}>{t('importVenue')}</LinkButton>
              </span>
            )
          }
        />
      </Page>
    )

  const canShow = broken === null
  const floor = shownFloor
  const filter = filterFrom(state)
  const isSheet = isPhone && canShow
  const covered = isSheet && sheet !== 'whole' ? sheetPixels(sheet, bodyHeight) : 0
  /** To a thing, on the floor where it is, or was at the moment one looks back to. */
  function linkTo(
    row: { id: number; position?: { floorId: number } | null },
    then: { replay: typeof state.replay; at: number | null } = { replay: '', at: null },
  ): string {
    const floorId = row.position?.floorId ?? state.floor
    return queryWith({
      id: row.id,
      room: null,
      floor: floorId,
      building: floorId === null ? state.building : null,
      tab: 'now',
      ...then,
    })
  }

  const panel =
    state.id !== null && !state.placing ? (
      <AssetPanel
        key={state.id}
        id={state.id}
        tab={state.tab}
        positions={positions}
        onTab={(tab) => change({ tab })}
        onClose={closePanel}
        hasMap={canShow}
        onReplay={() => change({ replay: 'yesterday', at: null }, { push: true })}
        onPlace={() => {
          setSpot(null)
          change({ placing: true, replay: '' }, { push: true })
        }}
        isFloorChosen={state.floor !== null}
        onFound={goToThing}
        onShow={(row) => {
          goToThing(row)
          setTouched(null)
          setTurn((before) => before + 1)
        }}
      />
    ) : undefined
  const side =
    state.placing && state.id !== null && floor !== undefined ? (
      <PlacePanel
        id={state.id}
        floor={floor}
        spot={spot}
        canDraw={canShow}
        reach={reach}
        onSpot={setSpot}
        onDone={endPlacing}
      />
    ) : state.room !== null && floor !== undefined && state.id === null ? (
      <RoomPanel
        floor={floor}
        roomId={state.room}
        areas={areas}
        onClose={() => change({ room: null })}
        linkTo={linkTo}
      />
    ) : panel !== undefined ? (
      panel
    ) : replay !== null && floor !== undefined ? (
      <ReplayList
        replay={replay}
        floor={floor}
        linkTo={(id) => linkTo({ id }, { replay: state.replay, at: Math.round(replay.at / 1000) })}
      />
    ) : (
      <AssetList
        search={state.search}
        filter={filter}
        floor={venue.floorMark}
        toggles={venue.kept.toggles}
        selectedId={state.id}
        linkTo={linkTo}
        onSearch={(search) => change({ search })}
        onFilter={(next) => change(filterPatch(next), { push: true })}
        onClear={() => change({ search: '', ...filterPatch({}) }, { push: true })}
      />
    )

  return (
    <Page
      title={t('titles:mapping')}
      actions={
        isPhone ? undefined : (
          <>
            <Simulator />
            {mayImport && (
              <PlanDoors buildingId={venue.building?.id} floorId={venue.floorMark?.id} />
            )}
            <MapDoors equipmentId={state.id} floorId={venue.floorMark?.id} />
          </>
        )
      }
      filters={
        <>
          <MapLayers
            current={replay !== null ? 'replay' : state.layer === '' ? 'live' : state.layer}
            floorId={venue.floorMark?.id}
            equipmentId={state.id}
          />
          <MapBar
            venue={venue}
            mode={mode}
            canDraw={canShow}
            onRefresh={refresh}
            onFloor={goToFloor}
            onBuilding={(building) => {
              change({ building, floor: null, id: null, room: null, replay: '' }, { push: true })
              venue.remember({ building })
            }}
            onMode={(next) => {
              change({ mode: next })
              venue.remember({ mode: next })
            }}
          />
        </>
      }
    >
      <VenueMissing venue={venue} onFloor={goToFloor} />
      {broken !== null && (
        <Alert
          className={styles.mapBroken}
          type="warning"
          showIcon
          message={t(broken === 'auth' ? 'errorAuth' : 'errorLoading')}
          description={t('errorListStays')}
        />
      )}
      {broken === null && ownMap !== null && (
        <Alert
          className={styles.mapBroken}
          type="warning"
          showIcon
          closable
          message={t(ownMap === 'auth' ? 'errorAuth' : 'errorLoading')}
          description={t('errorOwnMap')}
        />
      )}
      <div
        ref={body}
        className={`${styles.mapBody} ${canShow ? '' : styles.mapBodyList} ${panel !== undefined ? styles.mapBodyDetail : ''}`}
      >
        <MapSheet isSheet={isSheet} height={sheet} onHeight={setSheet}>
          {side}
        </MapSheet>
        {canShow && (
          <div className={styles.mapStage}>
            {venue.floorMark === undefined ? (
              <EmptyState title={t('noVenue')} hint={t('noVenueHint')} />
            ) : floor === undefined ? (
              isApiFailure(venue.failure) ? (
                <ErrorState failure={venue.failure} onRetry={venue.retry} />
              ) : (
                <LoadingState />
              )
            ) : (
              <Guard onFail={() => handleFail('loading')}>
                <Suspense fallback={<LoadingState />}>
                  <MapView
                    venue={venue}
                    floor={floor}
                    mode={replay === null ? mode : '2D'}
                    positions={positions}
                    selectedId={state.id}
                    roomId={state.room}
                    past={replay?.past ?? null}
                    placing={state.placing ? { spot, reach } : null}
                    // What is placed is seen among what stands around it.
                    focusKey={state.placing ? '' : focusKey}
                    drawn={drawn}
                    onPick={handlePick}
                    onFloor={enterFloor}
                    news={state.layer === '' || replay !== null ? null : news.rooms}
                    covered={covered}
                    onFail={handleFail}
                    onOwnMap={setOwnMap}
                  >
                    <FloorChips venue={venue} onFloor={goToFloor} />
                    {replay === null && news.isNone && <NothingTold layer={state.layer} />}
                  </MapView>
                </Suspense>
              </Guard>
            )}
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
