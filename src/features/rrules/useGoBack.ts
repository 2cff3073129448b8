import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { goBackOneEntry } from '#ui/dialog/leaving/leaving.ts'
import { pathTo } from '#lib/paths.ts'

/** Milliseconds. Spec section 9: after a failure the schedule pages go back after three seconds. */
export const BACK_AFTER = 3000

export function useGoBack(): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  return useCallback(() => {
    const index: unknown =
      typeof window.history.state === 'object' &&
      window.history.state !== null &&
      'idx' in window.history.state
        ? window.history.state.idx
        : null
    const hasBefore = typeof index === 'number' ? index > 0 : key !== 'default'
    if (hasBefore) goBackOneEntry(navigate)
    else void navigate(pathTo('schedules'), { replace: true })
  }, [navigate, key])
}

/** Goes back after `isDue` was true for three seconds; `stay` cancels it. */
export function useGoBackLater(isDue: boolean): { isGoing: boolean; stay(): void } {
  const goBack = useGoBack()
  const [hasStayed, setHasStayed] = useState(false)
  useEffect(() => {
    if (!isDue) setHasStayed(false)
  }, [isDue])
  const isGoing = isDue && !hasStayed
  useEffect(() => {
    if (!isGoing) return
    const timer = setTimeout(goBack, BACK_AFTER)
    return () => clearTimeout(timer)
  }, [isGoing, goBack])
  return { isGoing, stay: useCallback(() => setHasStayed(true), []) }
}
