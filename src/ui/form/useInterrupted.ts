/** What is edited when a session ends under it comes back with the person (lib/interruptedForms.ts). */
import { useEffect, useRef, useState } from 'react'
import {
  dropForm,
  saveForm,
  keptForm,
  onInterruption,
  type InterruptedForm,
} from '#lib/interruptedForms.ts'

/** `names` tell what is edited on one screen apart. Null: nothing was interrupted here. */
export function useBroughtBack(names: readonly string[]): InterruptedForm | null {
  const [back] = useState(() => keptForm(names))
  return back
}

/** `edit`, as it is when the session ends; null: nothing is unsaved. */
export function useKeptEdit(names: readonly string[], edit: (() => InterruptedForm) | null): void {
  const own = useRef(names)
  const latest = useRef(edit)
  useEffect(() => {
    latest.current = edit
  })
  useEffect(() => {
    const { current } = own
    dropForm(current) // it is on screen
    return onInterruption(() => {
      if (latest.current !== null) saveForm(current, latest.current())
    })
  }, [])
}
