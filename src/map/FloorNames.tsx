/** The floors that lie apart, by name, with how much is on each: a press enters one. */
import { useEffect, useRef } from 'react'
import type { Floor } from '#contract/rtlsShapes'
import type { Origin } from './crowd.ts'
import type { Eye } from './frame.ts'
import { project } from './projection.ts'
import { ringOf } from './useMapInk.ts'
import styles from './FloorMap.module.css'

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
      for (const [index, floor] of stack.entries()) {
        const item = list.current?.children[index]
        if (!(item instanceof HTMLElement)) continue
        const corners = (rings.get(floor.id) ?? []).flatMap(
          ({ x, y }) => project(frame, x, y, heightOf(floor)) ?? [],
        )
        const left = corners.toSorted((a, b) => a.x - b.x)[0]
        if (left === undefined) continue
        const x = Math.max(item.offsetWidth + 10, left.x - 6)
        item.style.transform = `translate(${Math.round(x - item.offsetWidth)}px, ${Math.round(left.y - item.offsetHeight / 2)}px)`
      }
    })
  }, [eye, origin, stack, heightOf])
  return (
    <ul ref={list} className={styles.floorNames} aria-label={label} dir="ltr">
      {stack.map((floor) => {
        const { name, count } = nameOf(floor)
        return (
          <li key={floor.id}>
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
