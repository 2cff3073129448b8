/** Flat, 3D, floors separated: one motion between any two. */
import { useCallback, useEffect, useRef, useState } from 'react'

/** How far the walls are up, and how far the floors are separated, from 0 to 1. */
export interface Pose {
  rise: number
  apart: number
}

const TAKES = 650
const eased = (part: number): number => (part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2)

/**
 * The pose moving to its target. `isUp`: something is still raised, so 3D must be drawn. `isApart`:
 * floors are still separated.
 */
export function useMapPose(
  { isSpace, isStacked }: { isSpace: boolean; isStacked: boolean },
  isStill: boolean,
  repaint: () => void,
) {
  // One object for the map's life: drawing code reads it each frame.
  const [pose] = useState<Pose>(() => ({ rise: isSpace ? 1 : 0, apart: isStacked ? 1 : 0 }))
  const asked = useRef(0)
  const [stands, setStands] = useState({ isUp: isSpace, isApart: isStacked })
  useEffect(() => {
    const from = { ...pose }
    const to = { rise: isSpace ? 1 : 0, apart: isStacked ? 1 : 0 }
    if (from.rise === to.rise && from.apart === to.apart) return
    setStands(({ isUp, isApart }) => ({ isUp: isUp || isSpace, isApart: isApart || isStacked }))
    const began = performance.now()
    const step = (): void => {
      const part = isStill ? 1 : Math.min(1, (performance.now() - began) / TAKES)
      const gone = eased(part)
      Object.assign(pose, {
        rise: from.rise + (to.rise - from.rise) * gone,
        apart: from.apart + (to.apart - from.apart) * gone,
      })
      repaint()
      asked.current = part < 1 ? requestAnimationFrame(step) : 0
      if (part === 1) setStands({ isUp: isSpace, isApart: isStacked })
    }
    step()
    return () => {
      cancelAnimationFrame(asked.current)
      asked.current = 0
    }
  }, [pose, isSpace, isStacked, isStill, repaint])
  return { pose, ...stands, isPosing: useCallback(() => asked.current !== 0, []) }
}

/** The last separated floors, kept while they come together. */
export function useLastSeparatedFloors<T>(stack: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(stack)
  if (stack.length > 0 && stack !== kept) setKept(stack)
  return stack.length > 0 ? stack : kept
}
