/** A draft with a way back. Steps of the same group (typing in one field) are undone together. */
import { useCallback, useState } from 'react'

interface History<T> {
  past: readonly T[]
  now: T
  group: string | null
}
const deepest = 100

export function useDraftHistory<T>(initial: T) {
  const [history, setHistory] = useState<History<T>>({ past: [], now: initial, group: null })
  const change = useCallback((next: T | ((now: T) => T), group: string | null = null) => {
    setHistory((before) => {
      // drafts are objects, never functions
      const now = typeof next === 'function' ? (next as (now: T) => T)(before.now) : next
      if (now === before.now) return before
      const past =
        group !== null && group === before.group
          ? before.past
          : [...before.past, before.now].slice(-deepest)
      return { past, now, group }
    })
  }, [])
  const undo = useCallback(() => {
    setHistory((before) => {
      const last = before.past.at(-1)
      return last === undefined
        ? before
        : { past: before.past.slice(0, -1), now: last, group: null }
    })
  }, [])
  /** What was saved becomes the start of a new history. */
  const restart = useCallback((now: T) => setHistory({ past: [], now, group: null }), [])
  return { draft: history.now, change, undo, restart, canUndo: history.past.length > 0 }
}
