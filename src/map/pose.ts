/** Flat, in space, floors pulled apart: one motion from any of them to any other. */
import { useCallback, useEffect, useRef, useState } from 'react'

/** How far up the walls have come, and how far apart the floors are, from 0 to 1. */
export interface Pose {
  rise: number
  apart: number
}

const TAKES = 650
const eased = (part: number): number => (part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2)

/**
 * The pose on its way to what is asked for. `isUp`: something still stands, so that space is to be
 * drawn; `isApart`: floors still lie over each other.
 */
export function usePose(
  { isSpace, isStacked }: { isSpace: boolean; isStacked: boolean },
  isStill: boolean,
  repaint: () => void,
) {
  // One object for as long as the map lives: what draws reads it in each frame.
  const [pose] = useState<Pose>(() => ({ rise: isSpace ? 1 : 0, apart: isStacked ? 1 : 0 }))
  /** The frame that is asked for; 0: it rests. */
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

/** The floors that lay apart last, for as long as they come together again. */
export function useKept<T>(stack: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(stack)
  if (stack.length > 0 && stack !== kept) setKept(stack)
  return stack.length > 0 ? stack : kept
}
