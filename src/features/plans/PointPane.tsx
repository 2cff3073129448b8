import { useRef, type ReactNode } from 'react'
import type { Metres } from '#contract/venue/plane.ts'
import type { Looking } from '#map/sheet/useZoomableView.ts'
import styles from './plans.module.css'

export function PointPane({
  label,
  looking,
  points,
  isLine = false,
  current,
  onPress,
  children,
}: {
  label: string
  looking: Looking
  /** Points in the view's metres, y up. Null until set. */
  points: readonly (Metres | null)[]
  isLine?: boolean
  current: number
  onPress(at: Metres): void
  children: ReactNode
}) {
  const { hold, view, pixel } = looking
  const down = useRef<{ x: number; y: number; last: { clientX: number; clientY: number } } | null>(
    null,
  )
  const hasMoved = useRef(false)
  const set = points.filter((one) => one !== null)
  return (
    <svg
      ref={hold}
      className={styles.pane}
      viewBox={`${view.x} ${view.y} ${view.wide} ${view.high}`}
      role="img"
      aria-label={label}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        hasMoved.current = false
        down.current = { x: event.clientX, y: event.clientY, last: event }
      }}
      onPointerMove={(event) => {
        const held = down.current
        if (held === null) return
        if (!hasMoved.current && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 5)
          return
        hasMoved.current = true
        const [before, now] = [looking.toSheet(held.last), looking.toSheet(event)]
        looking.panBy({ x: before.x - now.x, y: before.y - now.y })
        held.last = { clientX: event.clientX, clientY: event.clientY }
      }}
      onPointerUp={(event) => {
        down.current = null
        if (!hasMoved.current) onPress(looking.toSheet(event))
      }}
    >
      {children}
      {isLine && set.length === 2 && (
        <path
          d={set.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${-y}`).join('')}
          className={styles.paneLine}
        />
      )}
      {points.map(
        (point, index) =>
          point !== null && (
            <g
              key={index}
              transform={`translate(${point.x} ${-point.y}) scale(${pixel})`}
              className={styles.panePoint}
              data-current={index === current}
            >
              <path d="M-12 0H12M0 -12V12" />
              <circle r={9} cx={16} cy={-16} />
              <text x={16} y={-12}>
                {index + 1}
              </text>
            </g>
          ),
      )}
    </svg>
  )
}
