/**
 * What a person has given and what is not part of the answers yet: ink that nobody took over, a
 * photo that is still made smaller. It is settled before the answers are sent, and never left out.
 */
import { useEffect, useRef, useState } from 'react'

/** Makes it part of the answers; false: it cannot be, and says so itself. */
export type Settle = () => Promise<boolean>

export interface Unsettled {
  /** What it gives back ends it. */
  hold(settle: Settle): () => void
  isEmpty(): boolean
  /** False: something could not be settled. */
  settle(): Promise<boolean>
}

export function makeUnsettled(): Unsettled {
  const held = new Set<Settle>()
  return {
    hold(settle) {
      held.add(settle)
      return () => void held.delete(settle)
    },
    isEmpty: () => held.size === 0,
    settle: async () =>
      (await Promise.all([...held].map((settle) => settle()))).every((isSettled) => isSettled),
  }
}

/** Holds what stands in a field while it is `loose`. */
export function useHeld({ hold }: Pick<Unsettled, 'hold'>, isLoose: boolean, settle: Settle): void {
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })
  useEffect(() => (isLoose ? hold(() => latest.current()) : undefined), [hold, isLoose])
}

/** Sends a form off once nothing is unsettled; what was settled is on screen by then. */
export function useSettled(unsettled: Unsettled) {
  const form = useRef<HTMLFormElement>(null)
  const [isSettling, setIsSettling] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (round > 0) form.current?.requestSubmit()
  }, [round])
  /** Whether there is something: then the form is submitted again by itself, or it says why not. */
  const isSettledFirst = (): boolean => {
    if (isSettling) return true
    if (unsettled.isEmpty()) return false
    setIsSettling(true)
    void unsettled.settle().then((isSettled) => {
      setIsSettling(false)
      if (isSettled) setRound(round + 1)
    })
    return true
  }
  return { form, isSettling, isSettledFirst }
}
