/** The floors that lie apart, by name, with how much is on each: a press enters one. */
import { useEffect, useRef } from 'react'
import type { Floor } from '#contract/rtlsShapes'
import { apart } from './apart.ts'
import type { Origin } from './crowd.ts'
import type { Eye } from './frame.ts'
import { project } from './projection.ts'
import { ringOf } from './useMapInk.ts'
import styles from './FloorMap.module.css'

/** A name's height and a gap, px: each can be pressed by itself. */
const NAME_ROOM = 34

export function FloorNames({
  eye,
  origin,
  stack,
  floorId,
  label,
  heightOf,
  nameOf,
  onFloor,
}: {
  eye: Eye
  origin: Origin
  stack: readonly Floor[]
  floorId: number
  label: string
  heightOf(floor: Floor): number
  nameOf(floor: Floor): { name: string; count: string }
  onFloor(id: number): void
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const rings = new Map(stack.map((floor) => [floor.id, ringOf(origin, floor.outline)]))
    return eye.each((frame) => {
      const placed = stack.flatMap((floor, index) => {
        const item = list.current?.children[index]
        if (!(item instanceof HTMLElement)) return []
        const corners = (rings.get(floor.id) ?? []).flatMap(
          ({ x, y }) => project(frame, x, y, heightOf(floor)) ?? [],
        )
        const left = corners.toSorted((one, other) => one.x - other.x)[0]
        if (left === undefined) return []
        item.hidden = false
        return [{ item, left }]
      })
      const tops = apart(
        placed.map(({ left }) => left.y),
        NAME_ROOM,
      )
      for (const [index, { item, left }] of placed.entries()) {
        const x = Math.max(item.offsetWidth + 10, left.x - 6)
        const y = (tops[index] ?? left.y) - item.offsetHeight / 2
        item.style.transform = `translate(${Math.round(x - item.offsetWidth)}px, ${Math.round(y)}px)`
      }
    })
  }, [eye, origin, stack, heightOf])
  return (
    <ul
      data-testid="floor-names"
      ref={list}
      className={styles.floorNames}
      aria-label={label}
      dir="ltr"
    >
      {stack.map((floor) => {
        const { name, count } = nameOf(floor)
        return (
          // Hidden until it was placed: they would lie on one another.
          <li key={floor.id} hidden>
            <button
              type="button"
              dir="auto"
              aria-current={floor.id === floorId ? 'true' : undefined}
              onClick={() => onFloor(floor.id)}
            >
              <bdi>{name}</bdi> <span className="numbers">{count}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
