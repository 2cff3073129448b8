/**
 * Holds the undo function of the current toast: the store cannot hold functions, and one toast
 * shows at a time.
 */
import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { toastAdded, type Toast } from './toasterSlice.ts'

let held: { key: string; undo: () => void } | null = null

const SECONDS = 12

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

/** Works once for each toast. */
export function undoToast(key: string): void {
  const undo = held?.key === key ? held.undo : null
  held = null
  undo?.()
}
