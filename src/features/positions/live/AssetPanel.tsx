import {
  ClearOutlined,
  EnvironmentOutlined,
  ExportOutlined,
  HistoryOutlined,
  NodeIndexOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { Link } from 'react-router-dom'
import type { MapEquipment } from '#contract/rtls/rtlsShapes.ts'
import { formatPause } from '#api/notices.ts'
import { pathTo } from '#lib/paths.ts'
import { VisitList } from '#entities/visits/VisitList.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { Facts, PanelContent, type DetailPanelProps } from '#ui/panel/DetailPanel.tsx'
import { ColourTag, StatusTag, When } from '#ui/page/marks.tsx'
import { NotThere, PendingState } from '#ui/feedback/states.tsx'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { assetTabs } from '../address.ts'
import { HistoryTable } from './AssetHistory.tsx'
import { rtlsCalls } from '../calls.ts'
import { useLivePosition, type LivePositions } from './livePositions.ts'
import type { Position } from './positionTable.ts'
import { Sighting } from '../survey/Sighting.tsx'
import { ReservedFor, ReserveButton } from './ReserveButton.tsx'
import { TriangulationLog, WhyHere } from './TriangulationLog.tsx'
import { useMeasures } from '../map/useMapLabels.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from '../rtls.module.css'
import { RoomName } from '#entities/whereabouts/RoomName.tsx'

type Tab = (typeof assetTabs)[number]
/** The plan's names of the storage location of equipment without a position. */
export interface KeptNames {
  isRoom: boolean
  /** The room's name; null until the plan has loaded. */
  room: string | null
  floor: string
}
interface AssetPanelProps {
  id: number
  tab: Tab
  /** True if the address names a floor; otherwise the map opens the equipment's floor. */
  isFloorChosen: boolean
  hasMap: boolean
  positions: LivePositions | null
  /** Null if its position is known, or if no plan shows its location. */
  kept: KeptNames | null
  onTab(tab: Tab): void
  onClose(): void
  onReplay(): void
  onPlace(): void
  /** Called if its position is known and the address names no floor. */
  onFound(row: MapEquipment): void
  onShow(row: MapEquipment): void
}

export function AssetPanel({
  id,
  tab,
  isFloorChosen,
  hasMap,
  positions,
  kept,
  onTab,
  onClose,
  onReplay,
  onPlace,
  onFound,
  onShow,
}: AssetPanelProps) {
  const { t } = useTranslation(['map', 'common'])
  const query = rtlsCalls.useListMapEquipmentQuery({
    body: { ids: [id] },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  const live = useLivePosition(positions, id)
  const row = data?.rows[0]
  useEffect(() => {
    void refetch()
  }, [live?.roomId, live?.floorId, refetch])
  // Puts the floor into the address, so that the user can move on afterwards.
  useEffect(() => {
    if (!isFloorChosen && row !== undefined && row.position !== null) onFound(row)
  }, [isFloorChosen, row, onFound])
  if (row === undefined) {
    return (
      <Inline title={t('common:details')} onClose={onClose}>
        {data !== undefined ? (
          <NotThere />
        ) : (
          <PendingState failure={error} onRetry={() => void refetch()} />
        )}
      </Inline>
    )
  }
  return (
    <Inline
      title={<bdi>{row.name}</bdi>}
      over={
        <>
          <bdi>{row.type.name}</bdi>
          {row.equipmentId !== null && (
            <>
              {' '}
              · <bdi className="numbers">{row.equipmentId}</bdi>
            </>
          )}
        </>
      }
      onClose={onClose}
      under={
        <>
          <StatusTag status={row.status} />
          {row.reservation !== null && <ReservedFor reservation={row.reservation} />}
          {row.isRoom && (
            <ColourTag soft colour="purple">
              {t('isRoom')}
            </ColourTag>
          )}
          {row.isGateway && (
            <ColourTag soft colour="turquoise">
              {t('gateway')}
            </ColourTag>
          )}
        </>
      }
      actions={
        <RowActions
          row={row}
          isShown={hasMap && (row.position !== null || kept !== null)}
          onReplay={onReplay}
          onPlace={onPlace}
          onShow={onShow}
          onCleared={() => positions?.forget(id)}
          onLost={() => void refetch()}
        />
      }
      tab={tab}
      onTab={(key) => onTab(assetTabs.find((one) => one === key) ?? 'now')}
      tabs={[
        { key: 'now', label: t('tabNow'), content: <Now row={row} live={live} kept={kept} /> },
        { key: 'stays', label: t('tabStays'), content: <VisitList of={{ equipmentId: id }} /> },
        { key: 'history', label: t('tabHistory'), content: <HistoryTable id={id} /> },
        { key: 'log', label: t('tabLog'), content: <TriangulationLog id={id} /> },
      ]}
    />
  )
}

function Inline(props: DetailPanelProps & { children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className={styles.assetInline} aria-label={t('details')}>
      <PanelContent {...props} />
    </section>
  )
}

function Now({
  row,
  live,
  kept,
}: {
  row: MapEquipment
  live: Position | null
  kept: KeptNames | null
}) {
  const { t } = useTranslation(['map', 'common'])
  const { metres } = useMeasures()
  const mayConfirm = useMay('editor|equipment')
  const isMeasured = useIsAccuracyMeasured(row.buildingId)
  const position = live ?? row.position
  if (position === null) {
    return (
      <>
        <p>{t(kept === null ? 'noPositionLong' : kept.isRoom ? 'keptInRoom' : 'keptNoRoom')}</p>
        <Facts
          rows={[
            {
              label: t('logicalPlace'),
              value: row.location && <LocationLink location={row.location} />,
            },
            ...(kept === null || !kept.isRoom
              ? []
              : [
                  { label: t('room'), value: <RoomName name={kept.room} between="" /> },
                  { label: t('floor'), value: <bdi>{kept.floor}</bdi> },
                ]),
          ]}
        />
        <p className="quiet">{row.hasBeacon ? t('notHeardYet') : t('noBeacon')}</p>
      </>
    )
  }
  return (
    <>
      <Facts
        rows={[
          { label: t('room'), value: <RoomName name={row.roomName} between={t('onTheWay')} /> },
          { label: t('floor'), value: <bdi>{row.floorName}</bdi> },
          {
            label: position.method === 'placed' ? t('placedAt') : t('lastHeard'),
            value: <When at={position.at} />,
          },
          {
            label: t(position.method === 'placed' || isMeasured ? 'howSure' : 'roughly'),
            value:
              position.method === 'placed' ? (
                t('placedByHand')
              ) : (
                <>
                  ± {metres(position.accuracy)} · {t(`method_${position.method}`)}
                </>
              ),
          },
          {
            label: t('logicalPlace'),
            value: row.location === null ? '—' : <LocationLink location={row.location} />,
          },
          {
            label: t('coordinates'),
            value: (
              <bdi className="numbers" data-testid="coordinates" dir="ltr">
                {position.latitude.toFixed(6)}, {position.longitude.toFixed(6)}
              </bdi>
            ),
          },
        ]}
      />
      {position.method !== 'placed' && <WhyHere id={row.id} />}
      {position.method !== 'placed' && mayConfirm && row.hasBeacon && (
        <Sighting id={row.id} position={position} />
      )}
    </>
  )
}

function LocationLink({ location }: { location: NonNullable<MapEquipment['location']> }) {
  return (
    <Link to={pathTo('locations', undefined, { id: location.id })}>
      <bdi>{location.name}</bdi>
    </Link>
  )
}

/** A radius counts as accuracy only after a survey has measured it. */
function useIsAccuracyMeasured(buildingId: number | null): boolean {
  const { data } = rtlsCalls.useListBuildingsQuery()
  return data?.rows.find(({ id }) => id === buildingId)?.isAccuracyMeasured === true
}

function RowActions({
  row,
  isShown,
  onReplay,
  onPlace,
  onShow,
  onCleared,
  onLost,
}: {
  row: MapEquipment
  isShown: boolean
  onReplay(): void
  onPlace(): void
  onShow(row: MapEquipment): void
  onCleared(): void
  onLost(): void
}) {
  const { t } = useTranslation(['map', 'common'])
  const mayPlace = useMay('editor|equipment')
  const dispatch = useDispatch()
  const [clear, { isLoading }] = rtlsCalls.useClearPlaceMutation()
  const [place] = rtlsCalls.usePlaceEquipmentMutation()
  const before = row.position
  const [cleared, setCleared] = useState<MapEquipment['position']>(null)

  async function handleClear(): Promise<void> {
    const answer = await clear({ params: { equipmentId: row.id } })
    if (answer.error === undefined) {
      setCleared(before)
      onCleared()
    } else
      dispatch(
        toastAdded({
          level: 'error',
          message: [t('couldNotPlace', { name: row.name }), ...formatPause(answer.error)].join(
            '\n',
          ),
        }),
      )
  }
  return (
    <>
      {isShown && (
        <Button icon={<EnvironmentOutlined aria-hidden />} onClick={() => onShow(row)}>
          {t('showOnMap')}
        </Button>
      )}
      {row.position !== null && !row.isStatic && (
        <Button icon={<HistoryOutlined aria-hidden />} onClick={onReplay}>
          {t('replay')}
        </Button>
      )}
      {row.position !== null && (
        <Link
          className={styles.door}
          to={pathTo(
            'nearestEquipment',
            { equipmentId: row.id },
            { type: row.isStatic ? undefined : row.type.id },
          )}
        >
          <NodeIndexOutlined aria-hidden /> {t('nearestUsable')}
        </Link>
      )}
      {row.position !== null && !row.isStatic && (
        <ReserveButton isPlain row={row} onLost={onLost} />
      )}
      {mayPlace && (
        <Button icon={<EnvironmentOutlined aria-hidden />} onClick={onPlace}>
          {before === null ? t('place') : t('placeAnew')}
        </Button>
      )}
      {mayPlace && before !== null && before.method === 'placed' && (
        <Button
          icon={<ClearOutlined aria-hidden />}
          loading={isLoading}
          onClick={() => void handleClear()}
        >
          {t('clearPlace')}
        </Button>
      )}
      {mayPlace && before === null && cleared !== null && (
        <Button
          type="link"
          onClick={() =>
            void place({
              params: { equipmentId: row.id },
              body: {
                floorId: cleared.floorId,
                longitude: cleared.longitude,
                latitude: cleared.latitude,
              },
            })
          }
        >
          {t('undo')}
        </Button>
      )}
      <Link className={styles.door} to={pathTo('equipment', undefined, { id: row.id })}>
        <ExportOutlined className="turns" aria-hidden /> {t('openEquipment')}
      </Link>
    </>
  )
}
