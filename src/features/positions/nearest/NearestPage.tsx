import { skipToken } from '@reduxjs/toolkit/query'
import { Checkbox } from 'antd'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch, useSelector } from 'react-redux'
import { useParams } from 'react-router-dom'
import { glyphIndex } from '#contract/rules/equipmentGlyph.ts'
import { isApiFailure } from '#api/http.ts'
import { EquipmentPicker, EquipmentTypePicker } from '#entities/pickers/pickers.tsx'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { pathTo } from '#lib/paths.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { toMovers, frozenFeed, type Mover } from '#map/movers.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, PendingState } from '#ui/feedback/states.tsx'
import { nearestCalls } from '../calls.ts'
import { FloorStage } from '../venue/FloorStage.tsx'
import { MapLayers } from '../map/MapLayers.tsx'
import type { Past } from '../map/MapView.tsx'
import { NearestList, type NearRow } from './NearestList.tsx'
import { RoomChoice } from './RoomChoice.tsx'
import { rtlsSlice, type RtlsState } from '../rtlsSlice.ts'
import { useSelectionBefore } from '../live/selectedEquipment.ts'
import { useMarkerColour } from '../map/useMapLabels.ts'
import { useVenueChoice } from '../venue/useVenueChoice.ts'
import { legExtent, marksOfWay, type Way } from './way.ts'
import styles from '../rtls.module.css'

/** Rows per step, and the call's maximum. A search by type finds farther equipment. */
const [STEP, MAX_ROWS] = [40, 100]
const LOOKS_AGAIN = 15_000
/** Metres to show around even the shortest way. */
const MIN_SEEN = 12
const address = {
  from: inAddress.id('equipment'),
  room: inAddress.id('room'),
  type: inAddress.id('equipmentType'),
  all: inAddress.flag(),
  shown: inAddress.count(20),
  to: inAddress.id('equipment'),
  floor: inAddress.id('floor'),
}

/** `/nearest-equipment/:id?`: starts from equipment. */
export function NearestPage() {
  const { equipmentId } = useParams()
  return (
    <Nearest fixedFrom={equipmentId === undefined ? null : Number(equipmentId)} isOfRoom={false} />
  )
}

/** `/nearest-all-equipment`: starts from a room, for all types. */
export function NearestAllPage() {
  return <Nearest fixedFrom={null} isOfRoom />
}

function Nearest({ fixedFrom, isOfRoom }: { fixedFrom: number | null; isOfRoom: boolean }) {
  const { t } = useTranslation(['map', 'titles', 'common'])
  const dispatch = useDispatch()
  const isPhone = useIsPhone()
  const [state, change, queryWith] = useAddressState(address)
  const from =
    state.room === null ? (state.from ?? (Number.isInteger(fixedFrom) ? fixedFrom : null)) : null
  useSelectionBefore(
    from,
    useCallback((before) => change({ from: before }), [change]),
  )
  const kept = useSelector(({ rtls }: { rtls: RtlsState }) => rtls.myRoomId ?? null)
  const room = state.room ?? (from === null ? kept : null)
  const asked =
    from !== null ? { fromEquipmentId: from } : room !== null ? { fromRoomId: room } : null
  const query = nearestCalls.useGetNearestQuery(
    {
      body: {
        ...asked,
        onlyUsable: !state.all,
        limit: Math.min(MAX_ROWS, state.shown),
        ...(state.type === null ? {} : { filter: { equipmentTypeIds: [state.type] } }),
      },
    },
    { skip: asked === null, pollingInterval: LOOKS_AGAIN },
  )
  const { error, isFetching, refetch } = query
  const data = asked === null ? undefined : answerToShow(query)
  const chosen = data?.rows.find(({ id }) => id === state.to) ?? data?.rows[0]
  // Equipment moves, so the selection is kept until another is chosen.
  const chosenId = chosen?.id ?? null
  useEffect(() => {
    if (chosenId !== null && chosenId !== state.to) change({ to: chosenId })
  }, [chosenId, state.to, change])
  const { currentData: way } = nearestCalls.useGetWayQuery(
    asked === null || chosen === undefined
      ? skipToken
      : { body: { ...asked, toEquipmentId: chosen.id } },
    { pollingInterval: LOOKS_AGAIN },
  )
  const nowhere = isApiFailure(error) && error.errors.some(({ code }) => code === 'nowhere')
  const chooseRoom = (next: number | null): void => {
    dispatch(rtlsSlice.actions.myRoomChosen(next))
    change({ room: next, from: null, to: null, floor: null }, { push: true })
  }
  const doors = (
    <>
      {!isOfRoom && (
        <LinkButton to={pathTo('nearestAllEquipment')}>{t('nearestOfRoom')}</LinkButton>
      )}
      <LinkButton to={pathTo('nearestEquipmentHistory', {})}>
        {t('titles:nearestEquipmentHistory')}
      </LinkButton>
    </>
  )
  const side = (
    <section className={styles.assetList} aria-label={t('titles:nearestEquipment')}>
      {asked === null && <EmptyState title={t('nearestAsk')} hint={t('nearestAskHint')} />}
      {asked !== null &&
        data === undefined &&
        (nowhere ? (
          <EmptyState title={t('noPositionLong')} hint={t('nearestAskHint')} />
        ) : (
          <PendingState failure={error} onRetry={() => void refetch()} />
        ))}
      {data !== undefined && data.rows.length === 0 && (
        <EmptyState
          title={t('nearestNone')}
          hint={state.all ? t('nearestNoneHint') : t('nearestNoneUsable')}
        />
      )}
      {data !== undefined && data.rows.length > 0 && (
        <NearestList
          answer={data}
          chosenId={chosen?.id ?? null}
          way={way}
          linkTo={(id) => queryWith({ to: id, floor: null })}
          isFetching={isFetching}
          onMore={
            data.rows.length < MAX_ROWS
              ? () => change({ shown: Math.min(MAX_ROWS, state.shown + STEP) })
              : null
          }
          onLost={() => void refetch()}
        />
      )}
      {isPhone && <div className={styles.nearestDoors}>{doors}</div>}
    </section>
  )
  return (
    <Page
      title={t('titles:nearestEquipment')}
      actions={isPhone ? undefined : doors}
      back={{
        to: pathTo('mapping', undefined, { id: from ?? undefined }),
        label: t('titles:mapping'),
      }}
      filters={
        <>
          <MapLayers current="nearest" floorId={undefined} equipmentId={from} />
          <div className={styles.mapBar}>
            <RoomChoice value={room} onChange={chooseRoom} label={t('fromMyRoom')} />
            <EquipmentPicker
              label={t('fromEquipment')}
              value={from}
              onChange={(id: number | null) =>
                change({ from: id, room: null, to: null, floor: null }, { push: true })
              }
            />
            <EquipmentTypePicker
              label={t('lookingFor')}
              value={state.type}
              onChange={(type: number | null) => change({ type, to: null }, { push: true })}
            />
            <Checkbox
              checked={!state.all}
              onChange={(event) => change({ all: !event.target.checked }, { push: true })}
            >
              {t('onlyUsable')}
            </Checkbox>
          </div>
        </>
      }
    >
      <NearestBody
        side={side}
        rows={data?.rows ?? []}
        chosen={chosen}
        way={way}
        floorId={state.floor}
        onFloor={(floor) => change({ floor })}
        onPick={(id) => change({ to: id, floor: null })}
      />
    </Page>
  )
}

function NearestBody({
  side,
  rows,
  chosen,
  way,
  floorId,
  onFloor,
  onPick,
}: {
  side: React.ReactNode
  rows: readonly NearRow[]
  chosen: NearRow | undefined
  way: Way | undefined
  floorId: number | null
  onFloor(id: number): void
  onPick(id: number): void
}) {
  const venue = useVenueChoice({
    building: null,
    floor: floorId ?? way?.legs[0]?.floorId ?? chosen?.position?.floorId ?? null,
  })
  const floor = venue.floor?.id === venue.floorMark?.id ? venue.floor : undefined
  const past = usePicture(rows, chosen, way, floor?.id ?? null)
  return (
    <FloorStage
      venue={venue}
      picture={past}
      side={side}
      focusKey={way === undefined ? '' : `${chosen?.id ?? 0}`}
      onFloor={onFloor}
      onPick={({ moverId }) => moverId !== null && onPick(moverId)}
    />
  )
}

function usePicture(
  rows: readonly NearRow[],
  chosen: NearRow | undefined,
  way: Way | undefined,
  floorId: number | null,
): Past {
  const { t } = useTranslation('map')
  const colourOf = useMarkerColour()
  return useMemo(() => {
    const movers = rows.flatMap(({ id, position, status, isStatic, type }): Mover[] =>
      position === null || position.floorId !== floorId
        ? []
        : [
            {
              id,
              longitude: position.longitude,
              latitude: position.latitude,
              level: 0,
              glyph: glyphIndex(type.name),
              colour: colourOf(status?.colour ?? null, isStatic),
              opacity: id === chosen?.id ? 1 : 0.7,
              radius: id === chosen?.id ? 9 : 6,
              roomId: position.roomId,
            },
          ],
    )
    const extent = way === undefined || floorId === null ? null : legExtent(way, floorId)
    return {
      feed: frozenFeed(toMovers(movers)),
      at:
        extent === null || floorId === null
          ? null
          : { ...extent, floorId, metres: Math.max(MIN_SEEN, extent.metres * 1.3) },
      marks:
        way === undefined || floorId === null
          ? {}
          : marksOfWay(way, floorId, {
              colour: colourOf('purple', false),
              startColour: colourOf('orange', false),
              start: t('wayStart'),
              goal: { id: chosen?.id ?? 0, name: chosen?.name ?? '' },
              onWord: (by, floor) => t(`wayBy_${by}`, { floor }),
            }),
    }
  }, [rows, chosen, way, floorId, colourOf, t])
}
