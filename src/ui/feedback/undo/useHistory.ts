import { useCallback, useState } from 'react'
import { recordChange, historyFrom, redoNext, undoLast } from '#lib/history.ts'
import type { UndoProps } from './UndoButtons.tsx'

export interface HeldHistory<T> extends UndoProps {
  now: T
  /** `group`: steps of one group are undone together, such as typing in one field. */
  change(next: T | ((now: T) => T), group?: string | null): void
  restart(now: T): void
}

export function useHistory<T extends object | null>(initial: T): HeldHistory<T> {
  const [history, setHistory] = useState(() => historyFrom(initial))
  const change = useCallback((next: T | ((now: T) => T), group: string | null = null) => {
    setHistory((before) =>
      recordChange(before, typeof next === 'function' ? next(before.now) : next, group),
    )
  }, [])
  const undo = useCallback(() => setHistory((before) => undoLast(before)), [])
  const redo = useCallback(() => setHistory((before) => redoNext(before)), [])
  const restart = useCallback((now: T) => setHistory(historyFrom(now)), [])
  return {
    now: history.now,
    change,
    restart,
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
}
