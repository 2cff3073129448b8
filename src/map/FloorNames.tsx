import { useEffect, useRef } from 'react'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { spreadNames } from './spreadNames.ts'
import type { Origin } from './crowd.ts'
import type { Eye } from './frame.ts'
import { projectPoint } from './projection.ts'
import { ringOf } from './useMapInk.ts'
import styles from './FloorMap.module.css'

/** Pixels of a name's height plus a gap, so that each can be pressed. */
const NAME_ROOM = 34
/** Pixels from the floor's corner, and from the stage's edge. */
const OFF = 6
const EDGE = 10
/** Pixels: below the 'whole floor' button on a narrow stage, and beside the controls at its end. */
const BUTTON = 78
const BUTTONS = 64

const within = (wanted: number, { from, to }: { from: number; to: number }): number =>
  Math.max(from, Math.min(wanted, to))

export interface FloorWords {
  name: string
  short: string
  count: string
}

export function FloorNames({
  eye,
  origin,
  stack,
  floorId,
  label,
  heightOf,
  nameOf,
  isShort,
  covered,
  onFloor,
}: {
  eye: Eye
  origin: Origin
  stack: readonly Floor[]
  floorId: number
  label: string
  heightOf(floor: Floor): number
  nameOf(floor: Floor): FloorWords
  /** True if only the short name fits, as on a lift's button. */
  isShort: boolean
  covered: number
  onFloor(id: number): void
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const isTurned = document.documentElement.dir === 'rtl'
    const rings = new Map(stack.map((floor) => [floor.id, ringOf(origin, floor.outline)]))
    return eye.each((frame) => {
      const placed = stack.flatMap((floor, index) => {
        const item = list.current?.children[index]
        if (!(item instanceof HTMLElement)) return []
        const corners = (rings.get(floor.id) ?? []).flatMap(
          ({ x, y }) => projectPoint(frame, x, y, heightOf(floor)) ?? [],
        )
        const outermost = corners.toSorted((one, other) =>
          isTurned ? other.x - one.x : one.x - other.x,
        )[0]
        item.hidden = outermost === undefined
        if (outermost === undefined) return []
        return [{ item, corner: outermost }]
      })
      const tops = spreadNames(
        placed.map(({ corner }) => corner.y),
        NAME_ROOM,
        { from: isShort ? BUTTON : NAME_ROOM, to: frame.height - covered - NAME_ROOM },
      )
      for (const [index, { item, corner }] of placed.entries()) {
        const wide = item.offsetWidth
        const x = isTurned
          ? within(corner.x + OFF, { from: BUTTONS, to: frame.width - wide - EDGE })
          : within(corner.x - OFF - wide, { from: EDGE, to: frame.width - wide - BUTTONS })
        const y = (tops[index] ?? corner.y) - item.offsetHeight / 2
        item.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
      }
    })
  }, [eye, origin, stack, heightOf, isShort, covered])
  return (
    <ul
      data-testid="floor-names"
      ref={list}
      className={styles.floorNames}
      aria-label={label}
      dir="ltr"
    >
      {stack.map((floor) => {
        const { name, short, count } = nameOf(floor)
        return (
          // Hidden until placed, because the names would overlap.
          <li key={floor.id} hidden>
            <button
              type="button"
              dir="auto"
              aria-current={floor.id === floorId ? 'true' : undefined}
              onClick={() => onFloor(floor.id)}
            >
              {isShort && <bdi aria-hidden="true">{short}</bdi>}
              <bdi className={isShort ? 'visually-hidden' : undefined}>{name}</bdi>{' '}
              <span className="numbers">{count}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
