import { useEffect, useState } from 'react'

/** Seconds left, counting down to 0 once `start` was called, or from `initial`. */
export function useCountdown(initial = 0): { left: number; start(seconds: number): void } {
  const [left, setLeft] = useState(initial)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return { left, start: setLeft }
}
