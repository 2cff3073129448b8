import { useMemo, type MouseEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { pathTo } from '#lib/paths.ts'
import { useScheme } from '#ui/theme/scheme.ts'
import { roomTints, schemes } from '#ui/theme/tokens.ts'
import { lyingPlan } from './lyingPlan.ts'
import { useFloor } from './OnSmallMap.tsx'
import styles from './whereabouts.module.css'

export function FloorThumbnail({ id, onClick }: { id: number; onClick: MouseEventHandler }) {
  const floor = useFloor(id)
  return floor === undefined ? null : (
    <Rooms floor={floor} to={pathTo('mapping', undefined, { floor: id })} onClick={onClick} />
  )
}

/** Rooms only: thinner shapes would be below a pixel. */
function Rooms({ floor, to, onClick }: { floor: Floor; to: string; onClick: MouseEventHandler }) {
  const { t } = useTranslation('entities')
  const { scheme } = useScheme()
  const drawn = useMemo(() => lyingPlan(floor), [floor])
  const tints = roomTints[scheme]
  const { lineStrong } = schemes[scheme]
  return (
    <Link
      to={to}
      className={styles.thumbnail}
      onClick={onClick}
      aria-label={t('smallMap', { floor: floor.name })}
      title={t('smallMap', { floor: floor.name })}
    >
      <svg viewBox={`0 0 ${drawn.wide} ${drawn.high}`} aria-hidden="true" focusable="false">
        {[{ path: drawn.outline, fill: tints.circulation, id: 0 }]
          .concat(
            floor.rooms.map((room) => ({
              path: drawn.pathOf(room),
              fill: tints[room.use],
              id: room.id,
            })),
          )
          .map(({ path, fill, id }) => (
            <path
              key={id}
              d={path}
              fill={fill}
              stroke={lineStrong}
              strokeWidth={1}
              vectorEffect="non-scaling-stroke"
            />
          ))}
      </svg>
    </Link>
  )
}
