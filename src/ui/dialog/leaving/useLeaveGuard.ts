import { use, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { areInterrupted } from '#lib/interruptedForms.ts'
import { addGuard, type Guard } from './leaving.ts'
import { OverlayContext } from './useClosesAtBack.ts'

/**
 * While `isDirty`, leaving the screen or the window asks first. The returned function drops the
 * guard at once, for a form that navigates right after its save. `words`: the question's text.
 * `isKept`: the input stays as a draft, so a reload does not ask.
 */
export function useLeaveGuard(
  isDirty: boolean,
  words?: { hint: string; isKept: boolean },
): () => void {
  const over = use(OverlayContext)
  const isFree = useRef(false)
  const isKept = words?.isKept === true
  const guard = useRef<Guard>({ holds: () => false, hint: undefined, over })
  useLayoutEffect(() => {
    guard.current = { holds: () => isDirty && !isFree.current, hint: words?.hint, over }
  })
  useLayoutEffect(() => addGuard(guard), [])
  useEffect(() => {
    if (!isDirty || isKept) return
    const ask = (event: BeforeUnloadEvent): void => {
      if (!areInterrupted()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty, isKept])
  return useCallback(() => {
    isFree.current = true
  }, [])
}
