import { useEffect, useState } from 'react'

export const secondsFromNow = (seconds: number): number => Date.now() + seconds * 1000

/** Whole seconds until a moment (epoch milliseconds), down to 0. */
export function useCountdown(until: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => setNow(Date.now()), [until])
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [left, now])
  return left
}
