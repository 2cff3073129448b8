/** Keeps the focus inside its dialog or sheet when the focused element disappears. */
import { useRef } from 'react'
import { useKeepFocus } from './useKeepFocus.ts'

export function FocusKept() {
  const mark = useRef<HTMLSpanElement>(null)
  useKeepFocus(() => mark.current?.closest('[role="dialog"]'), 'area')
  return <span ref={mark} hidden />
}
