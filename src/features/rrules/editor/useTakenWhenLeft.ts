/**
 * What stands ready to be added is added when its field and button are left, as by the button: it
 * would not be in what is saved otherwise, and nobody would be told.
 */
import { useEffect, useRef, useState, type FocusEvent } from 'react'

export function useTakenWhenLeft(canAdd: boolean, add: () => void) {
  const [isLeft, setIsLeft] = useState(true)
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  // A picker gives what was typed only after it was left.
  useEffect(() => {
    if (isLeft && canAdd) latest.current()
  }, [isLeft, canAdd])
  return {
    onFocus: () => setIsLeft(false),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setIsLeft(true)
    },
  }
}
