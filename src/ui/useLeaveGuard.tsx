import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { areInterrupted } from '../lib/interruptedForms.ts'
import { useConfirm } from './useConfirm.ts'

interface Guard {
  /** Something is typed that leaving would lose. */
  holds(): boolean
  hint: string | undefined
}

/**
 * Of all forms on screen. The router asks one of them alone, whichever was drawn last, so each
 * answers for all.
 */
const guards = new Set<{ current: Guard }>()
const holder = () => [...guards].find(({ current }) => current.holds())?.current

/**
 * Nothing typed is lost: while `isDirty`, leaving the screen or the window asks first. The answer
 * lets go of the guard at once, for a form that was saved and moves on before the page has drawn it
 * clean. `words`: the question's own. `isKept`: what is typed stays as a draft, also through a reload,
 * which then asks nothing.
 */
export function useLeaveGuard(
  isDirty: boolean,
  words?: { hint: string; isKept: boolean },
): () => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const isFree = useRef(false)
  const isKept = words?.isKept === true
  const guard = useRef<Guard>({ holds: () => false, hint: undefined })
  useLayoutEffect(() => {
    guard.current = { holds: () => isDirty && !isFree.current, hint: words?.hint }
  })
  useLayoutEffect(() => {
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      holder() !== undefined &&
      !areInterrupted() &&
      currentLocation.pathname + currentLocation.search !==
        nextLocation.pathname + nextLocation.search,
  )
  const isAsking = useRef(false)
  const latest = useRef(blocker)
  useEffect(() => {
    latest.current = blocker
    // Back once more while it is asked is the same question.
    if (blocker.state !== 'blocked' || isAsking.current) return
    isAsking.current = true
    void confirm({
      title: t('leaveTitle'),
      hint: holder()?.hint ?? t('leaveHint'),
      okText: t('leave'),
      cancelText: t('stay'),
      danger: true,
    }).then((leaves) => {
      isAsking.current = false
      const { current } = latest
      if (current.state !== 'blocked') return
      if (leaves) current.proceed()
      else current.reset()
    })
  }, [blocker, confirm, t])
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
