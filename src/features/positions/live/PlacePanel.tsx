import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { Floor, MapEquipment } from '#contract/rtls/rtlsShapes.ts'
import { isRefusedFor } from '#api/http.ts'
import { formatPause } from '#api/notices.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { useMovedNotice } from '#entities/fellows/useMovedNotice.ts'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { rtlsCalls } from '../calls.ts'
import type { Reach } from './reach.ts'
import { RoomSpot, type Spot } from '../venue/RoomSpot.tsx'
import { useMeasures } from '../map/useMapLabels.ts'
import styles from '../rtls.module.css'
import { RoomName } from '#entities/whereabouts/RoomName.tsx'

export function PlacePanel({
  id,
  floor,
  spot,
  canDraw,
  reach,
  onSpot,
  onFloor,
  onDone,
}: {
  id: number
  floor: Floor
  spot: Spot | null
  canDraw: boolean
  reach: readonly Reach[]
  onSpot(spot: Spot): void
  onFloor(id: number): void
  onDone(): void
}) {
  const { t } = useTranslation(['map', 'common', 'notices'])
  const dispatch = useDispatch()
  const showMoved = useMovedNotice()
  const { data } = rtlsCalls.useListMapEquipmentQuery({ body: { ids: [id] } })
  const [place, { isLoading }] = rtlsCalls.usePlaceEquipmentMutation()
  const confirm = useConfirm()
  const row = data?.rows[0]
  const name = row?.name ?? ''

  /** Asks before moving a gateway, because positions near it are computed from it. */
  async function isMeant(): Promise<boolean> {
    if (row?.isGateway !== true || row.position === null) return true
    return confirm({
      title: t('moveGatewayTitle', { name }),
      hint: t('moveGatewayHint'),
      okText: t('placeHere'),
    })
  }

  async function handlePlace(): Promise<void> {
    if (spot === null || !(await isMeant())) return
    const answer = await place({
      params: { equipmentId: id },
      body: { floorId: floor.id, longitude: spot.longitude, latitude: spot.latitude },
    })
    if (answer.error === undefined) {
      showMoved(answer.data.fellowsMoved, t('notices:placed'))
      onDone()
    } else
      dispatch(
        toastAdded({
          level: 'error',
          message: [
            t('couldNotPlace', { name }),
            ...(isRefusedFor(answer.error, 'outsideFloor') ? [t('outsideFloor')] : []),
            ...formatPause(answer.error),
          ].join('\n'),
        }),
      )
  }
  return (
    <section className={styles.placePanel} aria-label={t('placeTitle', { name })}>
      <h2>{t('placeTitle', { name })}</h2>
      <p className="quiet">{canDraw ? t('placeHint') : t('placeHintList')}</p>
      {row !== undefined && <PresentPlace row={row} floor={floor} onFloor={onFloor} />}
      <RoomSpot key={floor.id} floor={floor} onSpot={onSpot} />
      <Alert type="info" showIcon title={t('logicalStays')} />
      {row?.isGateway === true && (
        <Others reach={reach.filter(({ equipment }) => equipment.id !== id)} />
      )}
      <div className="form-foot">
        <Button
          type="primary"
          disabled={spot === null}
          loading={isLoading}
          onClick={() => void handlePlace()}
        >
          {t('placeHere')}
        </Button>
        <Button onClick={onDone}>{t('common:cancel')}</Button>
      </div>
    </section>
  )
}

function PresentPlace({
  row: { position, roomName, floorName },
  floor,
  onFloor,
}: {
  row: MapEquipment
  floor: Floor
  onFloor(id: number): void
}) {
  const { t } = useTranslation('map')
  if (position === null) return <p className="quiet">{t('noPositionLong')}</p>
  return (
    <p>
      {t('placedNow')}: <RoomName name={roomName} between={t('onTheWay')} />, <bdi>{floorName}</bdi>{' '}
      {position.floorId !== floor.id && (
        <Button type="link" size="small" onClick={() => onFloor(position.floorId)}>
          {t('showItsFloor')}
        </Button>
      )}
    </p>
  )
}

function Others({ reach }: { reach: readonly Reach[] }) {
  const { t } = useTranslation('map')
  const { metres } = useMeasures()
  return (
    <section className={styles.reach} aria-label={t('otherGateways')}>
      <h3>{t('otherGateways')}</h3>
      {reach.length === 0 ? (
        <p className="quiet">{t('noOtherGateways')}</p>
      ) : (
        <>
          <p className="quiet">{t('reachHint')}</p>
          <ul>
            {reach.map(({ equipment, metres: far, isMeasured }) => (
              <li key={equipment.id}>
                <bdi>{equipment.name}</bdi>{' '}
                <span className="quiet">
                  {t(isMeasured ? 'reachMeasured' : 'reachAssumed', { metres: metres(far) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
