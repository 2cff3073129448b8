/** Where things spend their time on a floor: heat on the plan, the same as a list of rooms beside it. */
import { Segmented, Select } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { isApiFailure } from '../../api/http.ts'
import { pathTo } from '../../app/paths.ts'
import { EquipmentPicker, EquipmentTypePicker } from '../../entities/pickers/pickers.tsx'
import { useClaims } from '../../entities/session/useSession.ts'
import { inAddress, useAddressState } from '../../lib/addressState.ts'
import { canDraw } from '../../map/kit.ts'
import { moversOf, stillFeed } from '../../map/movers.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { rtlsCalls } from './calls.ts'
import { MapView } from './MapView.tsx'
import { spanOf } from './replay.ts'
import { useMeasures } from './useMapWords.ts'
import { useVenueChoice } from './useVenueChoice.ts'
import './rtls.css'

const spans = ['shift', 'day', 'yesterday'] as const
const address = { building: inAddress.integer(), floor: inAddress.integer(), thing: inAddress.integer(), type: inAddress.integer(), span: inAddress.oneOf(spans, 'day') }
const nothingMoves = stillFeed(moversOf([]))

export function HeatmapPage() {
  const { t } = useTranslation(['map', 'titles', 'common'])
  const { equipmentId } = useParams()
  const [state, change] = useAddressState(address)
  const venue = useVenueChoice(state)
  const { lasted } = useMeasures()
  const timeZone = useClaims()?.tz ?? 'UTC'
  const [now] = useState(() => Date.now())
  const drawable = useMemo(() => canDraw(), [])
  const [isBroken, setIsBroken] = useState(!drawable)
  const named = equipmentId === undefined ? null : Number(equipmentId)
  const thing = state.thing ?? (Number.isInteger(named) ? named : null)
  const span = useMemo(() => {
    const { from, to } = spanOf(state.span, now, timeZone)
    return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  }, [state.span, now, timeZone])
  const floorId = venue.floorMark?.id
  const { data, error, refetch } = rtlsCalls.useGetHeatmapQuery(
    { body: { floorId: (floorId ?? 1) as never, ...span, ...(thing === null ? {} : { equipmentId: thing as never }), ...(state.type === null ? {} : { filter: { equipmentTypeIds: [state.type as never] } }) } }, { skip: floorId === undefined }, // ids from the address
  )
  const past = useMemo(() => {
    const most = Math.max(...(data?.cells ?? []).map(({ seconds }) => seconds), 1)
    return { feed: nothingMoves, marks: { heat: (data?.cells ?? []).map(({ seconds, ...at }) => ({ at, weight: Math.min(1, Math.sqrt(seconds / most)) })) } }
  }, [data])
  const longest = Math.max(...(data?.rooms ?? []).map(({ seconds }) => seconds), 1)
  return (
    <Page
      title={t('titles:equipmentHeatmap')} back={{ to: pathTo('mapping', undefined, { floor: floorId }), label: t('titles:mapping') }}
      filters={(
        <div className="map-bar">
          <Select aria-label={t('building')} className="map-building" value={venue.building?.id} onChange={(building) => change({ building, floor: null }, { push: true })} popupMatchSelectWidth={false} options={venue.buildings.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))} />
          <Select aria-label={t('floor')} className="map-floor" value={floorId} onChange={(floor) => change({ floor, building: null }, { push: true })} popupMatchSelectWidth={false} options={venue.floors.toReversed().map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))} />
          <Segmented aria-label={t('span')} value={state.span} onChange={(next) => change({ span: next }, { push: true })} options={spans.map((value) => ({ value, label: t(`span_${value}`) }))} />
          <EquipmentTypePicker value={state.type} onChange={(type: number | null) => change({ type, thing: null }, { push: true })} />
          <EquipmentPicker value={thing} onChange={(next: number | null) => change({ thing: next, type: null }, { push: true })} />
        </div>
      )}
    >
      {data === undefined && (isApiFailure(error) ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />)}
      {data !== undefined && (
        <div className="heat-body">
          {!isBroken && venue.floor !== undefined && (
            <div className="heat-stage">
              <Suspense fallback={<LoadingState />}>
                <MapView venue={venue} floor={venue.floor} mode="2D" positions={null} selectedId={null} roomId={null} past={past} placing={null} focusKey="" onPick={() => undefined} onFail={() => setIsBroken(true)}>
                  <div className="heat-legend" aria-hidden="true">{t('less')}<span />{t('more')}</div>
                </MapView>
              </Suspense>
            </div>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reached by keys as well */}
          <section className="heat-rooms" tabIndex={0} aria-label={t('timeByRoom')}>
            <h2>{t('timeByRoom')}</h2>
            {data.rooms.length === 0
              ? <EmptyState title={t('noHistory')} hint={t('heatNoneHint')} />
              : (
                  <ol className="stays">
                    {data.rooms.map((room) => (
                      <li key={room.id}>
                        <span className="stay-words"><bdi>{room.name}</bdi><span className="quiet">{t('visits', { count: room.visits })}</span></span><span className="stay-time numbers">{lasted(room.seconds)}</span>
                        <span className="stay-bar" aria-hidden="true"><span style={{ inlineSize: `${Math.max(2, (room.seconds / longest) * 100)}%` }} /></span>
                      </li>
                    ))}
                  </ol>
                )}
          </section>
        </div>
      )}
    </Page>
  )
}
