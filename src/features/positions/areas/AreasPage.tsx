import { skipToken } from '@reduxjs/toolkit/query'
import { Button } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Colour } from '#contract/colours.ts'
import type { Position } from '#contract/venue/shapes.ts'
import type { AreaRow } from '#contract/zones.ts'
import { isApiFailure } from '#api/http.ts'
import { useMay } from '#entities/session/useSession.ts'
import { zoneCalls } from '#entities/visits/calls.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { pathTo } from '#lib/paths.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, ErrorState, LoadingState, NotThere } from '#ui/feedback/states.tsx'
import type { Picked } from '#map/useMapPicking.ts'
import { FloorStage } from '../venue/FloorStage.tsx'
import { useLivePositions } from '../live/livePositions.ts'
import { MapLayers } from '../map/MapLayers.tsx'
import { useMarkerColour } from '../map/useMapLabels.ts'
import { useVenueChoice } from '../venue/useVenueChoice.ts'
import { VenueSelects } from '../venue/VenueSelects.tsx'
import { AreaForm } from './AreaForm.tsx'
import { areaAt, areaMarks, draftMarks, useFloorAreas, type Draft } from './areaMarks.ts'
import { AreaPanel } from './AreaPanel.tsx'
import type { PlanTouch } from './CornersField.tsx'
import rtlsStyles from '../rtls.module.css'
import styles from './areas.module.css'

const address = {
  building: inAddress.id('building'),
  floor: inAddress.id('floor'),
  area: inAddress.id('area'),
  mode: inAddress.oneOf(['show', 'draw'], 'show'),
}

export function AreasPage() {
  const { t } = useTranslation(['areas', 'map', 'titles', 'common'])
  const [state, change, queryWith] = useAddressState(address)
  const mayDraw = useMay('editor|locations')
  // A link contains only the area; its row has the floor.
  const named = zoneCalls.useListAreasQuery(
    state.area === null ? skipToken : { body: { limit: 1, areaId: state.area } },
  )
  const current = state.area === null ? undefined : named.currentData?.rows[0]
  const venue = useVenueChoice({
    building: state.building,
    floor: current?.floorId ?? state.floor,
  })
  const floor = venue.floor?.id === venue.floorMark?.id ? venue.floor : undefined
  const positions = useLivePositions(venue.building?.id ?? null)
  const areas = useFloorAreas(floor?.id)
  const isDrawing = mayDraw && state.mode === 'draw'
  const { drawn, touch, onTouch, show } = useDrawn(areas, state.area, isDrawing)
  const title = t('titles:areas')
  const back = {
    to: pathTo('mapping', undefined, { floor: venue.floorMark?.id }),
    label: t('titles:mapping'),
  }
  if (venue.isLoading || venue.floorMark === undefined)
    return (
      <Page title={title} back={back}>
        {isApiFailure(venue.failure) ? (
          <ErrorState failure={venue.failure} onRetry={venue.retry} />
        ) : venue.isLoading ? (
          <LoadingState rows={8} />
        ) : (
          <EmptyState title={t('map:noVenue')} hint={t('map:noVenueHint')} />
        )}
      </Page>
    )

  function handlePick({ at }: Picked): void {
    if (isDrawing) touch.current?.([at.longitude, at.latitude])
    else change({ area: areaAt(areas, at)?.id ?? null }, { push: true })
  }
  const goTo = (next: { building?: number; floor?: number }) => {
    change(
      { building: next.building ?? null, floor: next.floor ?? null, area: null, mode: 'show' },
      { push: true },
    )
    venue.remember(next)
  }
  const close = () => change({ area: null, mode: 'show' }, { push: true })
  const side =
    isDrawing && floor !== undefined && (state.area === null || current !== undefined) ? (
      <AreaForm
        key={`${floor.id} ${state.area ?? 'new'}`}
        row={current}
        floor={floor}
        onTouch={onTouch}
        onShow={show}
        onDone={(id) => change({ area: id ?? state.area, mode: 'show' }, { push: true })}
      />
    ) : current !== undefined ? (
      <AreaPanel
        row={current}
        onChange={() => change({ mode: 'draw' }, { push: true })}
        onClose={close}
      />
    ) : state.area !== null ? (
      named.isFetching ? (
        <LoadingState />
      ) : (
        <NotThere action={<Button onClick={close}>{t('common:close')}</Button>} />
      )
    ) : (
      <AreaList areas={areas} linkTo={(area) => queryWith({ area })} />
    )
  return (
    <Page
      title={title}
      back={back}
      actions={
        mayDraw &&
        !isDrawing && (
          <AddButton
            onClick={() =>
              change({ mode: 'draw', area: null, floor: venue.floorMark?.id }, { push: true })
            }
          >
            {t('draw')}
          </AddButton>
        )
      }
      filters={
        <>
          <MapLayers current="areas" floorId={venue.floorMark.id} equipmentId={null} />
          <div className={rtlsStyles.mapBar}>
            <VenueSelects
              venue={venue}
              onBuilding={(building) => goTo({ building })}
              onFloor={(next) => goTo({ floor: next })}
            />
          </div>
        </>
      }
    >
      <FloorStage
        venue={venue}
        picture={null}
        positions={positions}
        drawn={drawn}
        side={
          <section className={styles.panel} aria-label={title}>
            {side}
          </section>
        }
        isPlacing={isDrawing}
        onFloor={(next) => goTo({ floor: next })}
        onPick={handlePick}
      />
    </Page>
  )
}

function useDrawn(areas: readonly AreaRow[], chosenId: number | null, isDrawing: boolean) {
  const colourOf = useMarkerColour()
  const touch = useRef<PlanTouch>(null)
  const onTouch = useCallback((next: PlanTouch) => {
    touch.current = next
  }, [])
  const [draft, setDraft] = useState<Draft>({ corners: [], chosen: null, colour: 'turquoise' })
  const show = useCallback(
    (corners: readonly Position[], chosen: number | null, colour: Colour) =>
      setDraft({ corners, chosen, colour }),
    [],
  )
  const drawn = useMemo(() => {
    if (!isDrawing) return areaMarks(areas, chosenId, colourOf)
    const others = areaMarks(
      areas.filter(({ id }) => id !== chosenId),
      null,
      colourOf,
    )
    return draftMarks(draft, others, colourOf)
  }, [areas, chosenId, isDrawing, draft, colourOf])
  return { drawn, touch, onTouch, show }
}

function AreaList({ areas, linkTo }: { areas: readonly AreaRow[]; linkTo(id: number): string }) {
  const { t } = useTranslation('areas')
  if (areas.length === 0) return <EmptyState title={t('none')} hint={t('noneHint')} />
  return (
    <ul className={styles.list} aria-label={t('list')}>
      {areas.map(({ id, name, colour }) => (
        <li key={id}>
          <Link to={linkTo(id)}>
            <ColourTag soft colour={colour}>
              <bdi>{name}</bdi>
            </ColourTag>
          </Link>
        </li>
      ))}
    </ul>
  )
}
