/**
 * Adds a pending entry when focus leaves its field and button. Otherwise a save would silently omit
 * it.
 */
import { useEffect, useRef, useState, type FocusEvent } from 'react'

export function useAddOnBlur(canAdd: boolean, add: () => void) {
  const [isLeft, setIsLeft] = useState(true)
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  // A picker reports a typed value only after blur.
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
