/**
 * Restores edits after a session ended and the person signed in again (lib/interruptedForms.ts).
 */
import { useEffect, useRef, useState } from 'react'
import {
  dropForm,
  saveForm,
  loadInterruptedForm,
  onInterruption,
  type InterruptedForm,
} from '#lib/interruptedForms.ts'

/** `names` distinguish edits on one screen. Null if nothing was interrupted. */
export function useRestoredEdit(names: readonly string[]): InterruptedForm | null {
  const [back] = useState(() => loadInterruptedForm(names))
  return back
}

/** `edit` returns the state at the session's end. Null if nothing is unsaved. */
export function useKeptEdit(names: readonly string[], edit: (() => InterruptedForm) | null): void {
  const own = useRef(names)
  const latest = useRef(edit)
  useEffect(() => {
    latest.current = edit
  })
  useEffect(() => {
    const { current } = own
    dropForm(current)
    return onInterruption(() => {
      if (latest.current !== null) saveForm(current, latest.current())
    })
  }, [])
}
