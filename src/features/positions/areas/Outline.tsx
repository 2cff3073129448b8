import { useTranslation } from 'react-i18next'
import { areaOutline } from '#contract/rules/drawnArea.ts'
import { areaOf } from '#contract/venue/polygon.ts'
import type { Position } from '#contract/venue/shapes.ts'
import { useFormat } from '#lib/format.tsx'
import { makeFloorScale } from './corners.ts'
import styles from './areas.module.css'

/** Longer side of the view box, which both shapes together fill. */
const SIDE = 100

export function Outline({
  corners,
  other,
}: {
  corners: readonly Position[]
  other: readonly Position[]
}) {
  const { t } = useTranslation('areas')
  const { number } = useFormat()
  const tape = makeFloorScale(areaOutline([...corners, ...other]))
  const [here, there] = [corners.map(tape.toMetres), other.map(tape.toMetres)]
  const both = [...here, ...there]
  const wide = Math.max(0, ...both.map(({ x }) => x))
  const high = Math.max(0, ...both.map(({ y }) => y))
  const unit = SIDE / Math.max(wide, high, 0.01)
  const drawn = (shape: typeof here) =>
    shape.map(({ x, y }) => `${(x * unit).toFixed(1)},${((high - y) * unit).toFixed(1)}`).join(' ')
  const size = areaOf(areaOutline(here.map(({ x, y }) => [x, y])))
  return (
    <span className={styles.outline}>
      <svg viewBox={`-4 -4 ${wide * unit + 8} ${high * unit + 8}`} aria-hidden="true">
        <polygon className={styles.outlineOther} points={drawn(there)} />
        <polygon className={styles.outlineHere} points={drawn(here)} />
      </svg>
      <span>
        {t('outline', {
          corners: t('cornersOf', { count: corners.length }),
          area: number(size, { maximumFractionDigits: 1 }),
        })}
      </span>
    </span>
  )
}
