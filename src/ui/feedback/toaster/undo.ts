/**
 * What a toast takes back. A function cannot stand in the store, and one toast is shown at a time,
 * so one is held here.
 */
import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { toastAdded, type Toast } from './toasterSlice.ts'

let held: { key: string; undo: () => void } | null = null

/** Long enough to see what one has done. */
const SECONDS = 12

/** Tells what was done, with a button that undoes it. */
export function useUndoableToast(): (toast: Toast, undo: () => void) => void {
  const dispatch = useDispatch()
  return useCallback(
    (toast, undo) => {
      const { payload } = dispatch(toastAdded({ duration: SECONDS, ...toast, isUndoable: true }))
      held = { key: payload.key, undo }
    },
    [dispatch],
  )
}

/** Once: what is undone cannot be undone again. */
export function undoToast(key: string): void {
  const undo = held?.key === key ? held.undo : null
  held = null
  undo?.()
}
