/** The nearest that can be used: on foot, through doors and lifts, not as the crow flies. */
import { Button, Checkbox } from 'antd'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { isApiFailure } from '../../api/http.ts'
import { pathTo } from '../../lib/paths.ts'
import { EquipmentPicker, EquipmentTypePicker } from '../../entities/pickers/pickers.tsx'
import { inAddress, useAddressState } from '../../lib/addressState.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { Remaining, StatusTag, When } from '../../ui/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { rtlsCalls } from './calls.ts'
import { MapLayers } from './MapLayers.tsx'
import { RoomChoice } from './RoomChoice.tsx'
import { useSelectionBefore } from './selectedEquipment.ts'
import { useMeasures } from './useMapLabels.ts'
import { answerToShow } from '../../ui/listQuery.ts'
import styles from './rtls.module.css'

/** As many as the call answers; farther ones are found by their type. */
const [STEP, MAX_ROWS] = [40, 100]
const address = {
  from: inAddress.integer(),
  room: inAddress.integer(),
  type: inAddress.integer(),
  all: inAddress.flag(),
  shown: inAddress.count(20),
}

/** `/nearest-equipment/:id?`: from a thing. */
export function NearestPage() {
  const { equipmentId } = useParams()
  return (
    <Nearest fixedFrom={equipmentId === undefined ? null : Number(equipmentId)} isOfRoom={false} />
  )
}

/** `/nearest-all-equipment`: from a room, everything. */
export function NearestAllPage() {
  return <Nearest fixedFrom={null} isOfRoom />
}

function Nearest({ fixedFrom, isOfRoom }: { fixedFrom: number | null; isOfRoom: boolean }) {
  const { t } = useTranslation(['map', 'titles', 'common'])
  const [state, change] = useAddressState(address)
  const { metres } = useMeasures()
  const from =
    state.room === null ? (state.from ?? (Number.isInteger(fixedFrom) ? fixedFrom : null)) : null
  useSelectionBefore(
    from,
    useCallback((before) => change({ from: before }), [change]),
  )
  const asked =
    from !== null
      ? { fromEquipmentId: from as never }
      : state.room !== null
        ? { fromRoomId: state.room as never }
        : null // ids from the address
  const query = rtlsCalls.useGetNearestQuery(
    {
      body: {
        ...asked,
        onlyUsable: !state.all,
        limit: Math.min(MAX_ROWS, state.shown),
        ...(state.type === null ? {} : { filter: { equipmentTypeIds: [state.type as never] } }),
      },
    },
    { skip: asked === null, pollingInterval: 15_000 },
  )
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  const nowhere = isApiFailure(error) && error.errors.some(({ code }) => code === 'nowhere')
  return (
    <Page
      title={t('titles:nearestEquipment')}
      kind="read"
      actions={
        <>
          {!isOfRoom && (
            <LinkButton to={pathTo('nearestAllEquipment')}>{t('nearestOfRoom')}</LinkButton>
          )}
          <LinkButton to={pathTo('nearestEquipmentHistory', {})}>
            {t('titles:nearestEquipmentHistory')}
          </LinkButton>
        </>
      }
      back={{
        to: pathTo('mapping', undefined, { id: from ?? undefined }),
        label: t('titles:mapping'),
      }}
    >
      <MapLayers current="nearest" floorId={undefined} equipmentId={from} />
      <div className={styles.nearestForm}>
        <label>
          {t('fromEquipment')}
          <EquipmentPicker
            value={from}
            onChange={(id: number | null) => change({ from: id, room: null }, { push: true })}
          />
        </label>
        <label>
          {t('orFromRoom')}
          <RoomChoice
            value={state.room}
            onChange={(room) => change({ room, from: null }, { push: true })}
          />
        </label>
        <label>
          {t('lookingFor')}
          <EquipmentTypePicker
            value={state.type}
            onChange={(type: number | null) => change({ type }, { push: true })}
          />
        </label>
        <Checkbox
          checked={!state.all}
          onChange={(event) => change({ all: !event.target.checked }, { push: true })}
        >
          {t('onlyUsable')}
        </Checkbox>
      </div>
      {asked === null && <EmptyState title={t('nearestAsk')} hint={t('nearestAskHint')} />}
      {asked !== null &&
        data === undefined &&
        (nowhere ? (
          <EmptyState title={t('noPositionLong')} hint={t('nearestAskHint')} />
        ) : isApiFailure(error) ? (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        ))}
      {asked !== null && data !== undefined && data.rows.length === 0 && (
        <EmptyState
          title={t('nearestNone')}
          hint={state.all ? t('nearestNoneHint') : t('nearestNoneUsable')}
        />
      )}
      {asked !== null && data !== undefined && data.rows.length > 0 && (
        <ol
          className={styles.nearestList}
          aria-label={t('titles:nearestEquipment')}
          aria-busy={isFetching}
        >
          {data.rows.map((row, index) => (
            <li key={row.id} className={styles.nearestRow}>
              <span className={`${styles.nearestRank} numbers`} aria-hidden="true">
                {index + 1}
              </span>
              <span className={styles.nearestWords}>
                <Link
                  to={pathTo('mapping', undefined, { id: row.id, floor: row.position?.floorId })}
                >
                  <strong>
                    <bdi>{row.name}</bdi>
                  </strong>
                </Link>{' '}
                <StatusTag status={row.status} />
                <span className="quiet">
                  {' '}
                  <bdi>{row.roomName ?? t('onTheWay')}</bdi> · <bdi>{row.floorName}</bdi> ·{' '}
                  {row.position !== null && <When at={row.position.at} />}
                </span>
              </span>
              <span className={`${styles.nearestFar} numbers`}>
                {metres(row.metres)}
                {row.floorsAway !== 0 && (
                  <span className="quiet">
                    {row.floorsAway > 0
                      ? t('floorsUp', { count: row.floorsAway })
                      : t('floorsDown', { count: -row.floorsAway })}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      {asked !== null && data !== undefined && data.count > data.rows.length && (
        <p>
          <Remaining count={data.count - data.rows.length} />
          {data.rows.length < MAX_ROWS && (
            <Button
              type="link"
              loading={isFetching}
              onClick={() => change({ shown: Math.min(MAX_ROWS, state.shown + STEP) })}
            >
              {t('common:loadMore')}
            </Button>
          )}
        </p>
      )}
      {data !== undefined && data.rows.length > 0 && <p className="quiet">{t('onFoot')}</p>}
    </Page>
  )
}
