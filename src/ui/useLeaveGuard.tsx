import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { areInterrupted } from '../lib/interruptedForms.ts'
import { useConfirm } from './useConfirm.ts'

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
  const hint = words?.hint
  const isKept = words?.isKept === true
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isFree.current &&
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
      hint: hint ?? t('leaveHint'),
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
  }, [blocker, confirm, hint, t])
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
