import { EnvironmentOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { nearest } from '#contract/rtls/nearest.ts'
import type { Output } from '#contract/endpoint.ts'
import { EquipmentGlyph } from '#entities/equipment/EquipmentGlyph.tsx'
import { pathTo } from '#lib/paths.ts'
import { Remaining, StatusTag, When } from '#ui/page/marks.tsx'
import { ReservedFor, ReserveButton } from '../live/ReserveButton.tsx'
import { useWayText } from './useWayText.ts'
import type { Way } from './way.ts'
import styles from '../rtls.module.css'
import { RoomName } from '#entities/whereabouts/RoomName.tsx'

export type Nearest = Output<typeof nearest.getNearest>
export type NearRow = Nearest['rows'][number]

export function NearestList({
  answer: { count, rows },
  chosenId,
  way,
  linkTo,
  isFetching,
  onMore,
  onLost,
}: {
  answer: Nearest
  chosenId: number | null
  way: Way | undefined
  linkTo(id: number): string
  isFetching: boolean
  /** Null if all rows are loaded. */
  onMore: (() => void) | null
  onLost(): void
}) {
  const { t } = useTranslation(['map', 'titles', 'common'])
  return (
    <div className={styles.assetScroll}>
      <ol
        className={styles.nearestList}
        aria-label={t('titles:nearestEquipment')}
        aria-busy={isFetching}
      >
        {rows.map((row, index) => (
          <NearestRow
            key={row.id}
            row={row}
            rank={index + 1}
            to={linkTo(row.id)}
            isChosen={row.id === chosenId}
            way={row.id === chosenId ? way : undefined}
            onLost={onLost}
          />
        ))}
      </ol>
      {count > rows.length && (
        <p className={styles.nearestFoot}>
          <Remaining count={count - rows.length} />
          {onMore !== null && (
            <Button type="link" loading={isFetching} onClick={onMore}>
              {t('common:loadMore')}
            </Button>
          )}
        </p>
      )}
      <p className={`quiet ${styles.nearestFoot}`}>{t('onFoot')}</p>
    </div>
  )
}

function NearestRow({
  row,
  rank,
  to,
  isChosen,
  way,
  onLost,
}: {
  row: NearRow
  rank: number
  to: string
  isChosen: boolean
  way: Way | undefined
  onLost(): void
}) {
  const { t } = useTranslation('map')
  const { far, between } = useWayText()
  const next = way?.legs[1]
  const by = way?.legs[0]?.by ?? null
  return (
    <li className={styles.nearestRow} data-chosen={isChosen || undefined}>
      <Link to={to} replace className={styles.nearestLink} aria-current={isChosen || undefined}>
        <span className={`${styles.nearestRank} numbers`} aria-hidden="true">
          {rank}
        </span>
        <EquipmentGlyph
          typeName={row.type.name}
          colour={row.isStatic ? null : (row.status?.colour ?? 'blue')}
        />
        <span className={styles.nearestWords}>
          <strong>
            <bdi>{row.name}</bdi>
          </strong>
          <span className="quiet">
            <RoomName name={row.roomName} between={t('onTheWay')} /> · <bdi>{row.floorName}</bdi>
          </span>
        </span>
        <span className={styles.nearestFar} data-testid="far">
          <span className="numbers">{far(row)}</span>
          <span className="quiet">{between(row)}</span>
        </span>
      </Link>
      {row.reservation !== null && !isChosen && (
        <p className={styles.nearestMore}>
          <ReservedFor reservation={row.reservation} />
        </p>
      )}
      {isChosen && (
        <div className={styles.nearestMore}>
          <StatusTag status={row.status} />
          {row.position !== null && (
            <span className="quiet">
              <When at={row.position.at} />
            </span>
          )}
          {by !== null && next !== undefined && (
            <span>{t(`wayBy_${by}`, { floor: next.floorName })}</span>
          )}
          {row.relation === 'straight' && <span className="quiet">{t('wayStraight')}</span>}
          <span className={styles.nearestActs}>
            <ReserveButton row={row} onLost={onLost} />
            <Link
              className={styles.door}
              to={pathTo('mapping', undefined, { id: row.id, floor: row.position?.floorId })}
            >
              <EnvironmentOutlined aria-hidden /> {t('onMap')}
            </Link>
          </span>
        </div>
      )}
    </li>
  )
}
