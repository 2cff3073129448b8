/**
 * Input that is not part of the answers yet: an unaccepted signature, a photo being resized. It is
 * settled before the submission and never omitted.
 */
import { useEffect, useRef, useState } from 'react'

/** Makes it part of the answers. False if impossible; the field says why. */
export type Settle = () => Promise<boolean>

export interface Unsettled {
  /** Returns a function that releases it. */
  hold(settle: Settle): () => void
  isEmpty(): boolean
  /** Resolves false if something could not be settled. */
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

export function useUnsettledField(
  { hold }: Pick<Unsettled, 'hold'>,
  isLoose: boolean,
  settle: Settle,
): void {
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })
  useEffect(() => (isLoose ? hold(() => latest.current()) : undefined), [hold, isLoose])
}

/** Submits the form once everything is settled and rendered. */
export function useSubmitWhenSettled(unsettled: Unsettled) {
  const form = useRef<HTMLFormElement>(null)
  const [isSettling, setIsSettling] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (round > 0) form.current?.requestSubmit()
  }, [round])
  /**
   * True if something must settle first; then the form submits again by itself, or shows why not.
   */
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
