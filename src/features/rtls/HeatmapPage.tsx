/**
 * Where things spend their time on a floor: heat on the plan, the same as a list of rooms beside
 * it.
 */
import { Alert, Select } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { isApiFailure } from '../../api/http.ts'
import { pathTo } from '../../lib/paths.ts'
import { EquipmentPicker, EquipmentTypePicker } from '../../entities/pickers/pickers.tsx'
import { useClaims, useMay } from '../../entities/session/useSession.ts'
import { inAddress, useAddressState } from '../../lib/addressState.ts'
import { canDraw } from '../../map/kit.ts'
import { moversOf, stillFeed } from '../../map/movers.ts'
import { Guard } from '../../ui/Guard.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { rtlsCalls } from './calls.ts'
import type { RoomNews } from './mapLayers.ts'
import { MapLayers } from './MapLayers.tsx'
import { MapView } from './MapView.tsx'
import { HeatLegend, heatColours } from './HeatLegend.tsx'
import { heatColourOf, heatStepOf, heatSteps } from './heatScale.ts'
import { chosenSpan, iso } from './span.ts'
import { SpanField } from './SpanField.tsx'
import { useMeasures } from './useMapLabels.ts'
import { heatMeasures, useZoneHeat, type HeatMeasure } from './useZoneHeat.ts'
import { ZoneHeatLegend, ZoneHeatList } from './ZoneHeat.tsx'
import { useVenueChoice } from './useVenueChoice.ts'
import { VenueMissing } from './VenueMissing.tsx'
import { VenueSelects } from './VenueSelects.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import styles from './rtls.module.css'

const spans = ['shift', 'day', 'yesterday'] as const
const asked = [...spans, 'own'] as const
const address = {
  building: inAddress.integer(),
  floor: inAddress.integer(),
  thing: inAddress.integer(),
  type: inAddress.integer(),
  span: inAddress.oneOf(asked, 'day'),
  since: inAddress.text(),
  until: inAddress.text(),
  measure: inAddress.oneOf(heatMeasures, 'cells'),
}
/** The rooms are quiet under the heat. */
const nothingTold: ReadonlyMap<number, RoomNews> = new Map()
const nothingMoves = stillFeed(moversOf([]))

export function HeatmapPage() {
  const { t } = useTranslation(['map', 'titles', 'common'])
  const { equipmentId } = useParams()
  const [state, change] = useAddressState(address)
  const { lasted } = useMeasures()
  const timeZone = useClaims()?.tz ?? 'UTC'
  const [now] = useState(() => Date.now())
  const drawable = useMemo(() => canDraw(), [])
  const [broken, setBroken] = useState<'loading' | 'auth' | null>(drawable ? null : 'loading')
  const mayImport = useMay('editor|locations')
  const named = equipmentId === undefined ? null : Number(equipmentId)
  const thing = state.thing ?? (Number.isInteger(named) ? named : null)
  const { span: kind, since, until } = state
  const span = useMemo(
    () => chosenSpan({ kind, since, until }, now, timeZone),
    [kind, since, until, now, timeZone],
  )
  const question = {
    ...iso(span),
    ...(thing === null ? {} : { equipmentId: thing as never }),
    ...(state.type === null ? {} : { filter: { equipmentTypeIds: [state.type as never] } }),
  } // ids from the address
  // One thing's heat opens on the floor where the thing was most; another floor is shown when it is
  // chosen.
  const isWhereItWas = thing !== null && state.floor === null && state.building === null
  const ofThing = rtlsCalls.useGetHeatmapQuery({ body: question }, { skip: !isWhereItWas })
  const venue = useVenueChoice({
    building: state.building,
    floor: isWhereItWas ? (ofThing.data?.floorId ?? null) : state.floor,
  })
  const floorId = venue.floorMark?.id
  const ofFloor = rtlsCalls.useGetHeatmapQuery(
    { body: { ...question, floorId: (floorId ?? 1) as never } },
    { skip: isWhereItWas || floorId === undefined },
  )
  const { data, error, refetch } = isWhereItWas ? ofThing : ofFloor
  const { measure } = state
  const ofZones = useZoneHeat(venue.floor?.id === floorId ? venue.floor : undefined, measure, {
    ...iso(span),
    equipmentTypeId: state.type,
    equipmentId: thing,
  })
  const zoneHeat = ofZones.heat
  const isPlaceKnown = !isWhereItWas || data !== undefined || error !== undefined
  const steps = useMemo(() => heatSteps((data?.cells ?? []).map(({ seconds }) => seconds)), [data])
  const past = useMemo(
    () => ({
      feed: nothingMoves,
      at: null,
      marks: {
        heat: (measure === 'cells' ? (data?.cells ?? []) : []).map(({ seconds, ...at }) => {
          const rank = heatStepOf(steps, seconds)
          return { at, rank, colour: heatColourOf(heatColours, rank, steps.length) ?? '' }
        }),
      },
    }),
    [data, steps, measure],
  )
  const longest = Math.max(...(data?.rooms ?? []).map(({ seconds }) => seconds), 1)
  const frame = {
    title: t('titles:equipmentHeatmap'),
    back: { to: pathTo('mapping', undefined, { floor: floorId }), label: t('titles:mapping') },
  }
  if (venue.isLoading)
    return (
      <Page {...frame}>
        {isApiFailure(venue.failure) ? (
          <ErrorState failure={venue.failure} onRetry={venue.retry} />
        ) : (
          <LoadingState rows={8} />
        )}
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
          <MapLayers current="heat" floorId={floorId} equipmentId={thing} />
          <div className={styles.mapBar}>
            <VenueSelects
              venue={venue}
              isKnown={isPlaceKnown}
              onBuilding={(building) => change({ building, floor: null }, { push: true })}
              onFloor={(floor) => change({ floor, building: null }, { push: true })}
            />
            <SpanField
              kinds={spans}
              asked={{ kind, since, until }}
              span={span}
              timeZone={timeZone}
              onSpan={({ kind: next, ...own }) =>
                change({ span: next === 'hour' ? 'day' : next, ...own }, { push: true })
              }
            />
            <Select<HeatMeasure>
              aria-label={t('heatBy')}
              value={measure}
              popupMatchSelectWidth={false}
              onChange={(next) => change({ measure: next }, { push: true })}
              options={heatMeasures.map((value) => ({ value, label: t(`heatBy_${value}`) }))}
            />
            <EquipmentTypePicker
              value={state.type}
              onChange={(type: number | null) => change({ type, thing: null }, { push: true })}
            />
            <EquipmentPicker
              value={thing}
              onChange={(next: number | null) =>
                change(
                  {
                    thing: next,
                    type: null,
                    ...(next === null ? {} : { floor: null, building: null }),
                  },
                  { push: true },
                )
              }
            />
          </div>
        </>
      }
    >
      <VenueMissing venue={venue} onFloor={(floor) => change({ floor, building: null })} />
      {broken !== null && (
        <Alert
          className={styles.mapBroken}
          type="warning"
          showIcon
          title={t(broken === 'auth' ? 'errorAuth' : 'errorLoading')}
          description={t('errorHeatList')}
        />
      )}
      {data === undefined &&
        (isApiFailure(error) ? (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={8} />
        ))}
      {data !== undefined && (
        <div
          className={
            broken === null ? styles.heatBody : `${styles.heatBody} ${styles.heatBodyList}`
          }
        >
          {broken === null && (
            <div className={styles.heatStage}>
              {venue.floor === undefined ? (
                isApiFailure(venue.failure) ? (
                  <ErrorState failure={venue.failure} onRetry={venue.retry} />
                ) : (
                  <LoadingState />
                )
              ) : (
                <Guard onFail={() => setBroken('loading')}>
                  <Suspense fallback={<LoadingState />}>
                    <MapView
                      venue={venue}
                      floor={venue.floor}
                      mode="2D"
                      positions={null}
                      selectedId={null}
                      roomId={null}
                      past={past}
                      news={nothingTold}
                      placing={null}
                      focusKey=""
                      drawn={zoneHeat?.drawn}
                      onPick={() => undefined}
                      onFail={setBroken}
                    >
                      {measure === 'cells' ? (
                        <HeatLegend steps={steps} />
                      ) : (
                        <ZoneHeatLegend measure={measure} heat={zoneHeat} />
                      )}
                    </MapView>
                  </Suspense>
                </Guard>
              )}
            </div>
          )}
          <ScrollRegion
            className={styles.heatRooms}
            label={measure === 'cells' ? t('timeByRoom') : t(`heatBy_${measure}`)}
          >
            <h2>{measure === 'cells' ? t('timeByRoom') : t(`heatBy_${measure}`)}</h2>
            {measure !== 'cells' ? (
              <ZoneHeatList measure={measure} {...ofZones} />
            ) : data.rooms.length === 0 ? (
              <EmptyState title={t('noHistory')} hint={t('heatNoneHint')} />
            ) : (
              <ol className={styles.stays}>
                {data.rooms.map((room) => (
                  <li key={room.id}>
                    <span className={styles.stayWords}>
                      <bdi>{room.name}</bdi>
                      <span className="quiet">{t('visits', { count: room.visits })}</span>
                    </span>
                    <span className={`${styles.stayTime} numbers`}>{lasted(room.seconds)}</span>
                    <span className={styles.stayBar} aria-hidden="true">
                      <span
                        style={{ inlineSize: `${Math.max(2, (room.seconds / longest) * 100)}%` }}
                      />
                    </span>
                  </li>
                ))}
              </ol>
            )}
          </ScrollRegion>
        </div>
      )}
    </Page>
  )
}
