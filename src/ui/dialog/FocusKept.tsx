/** Keeps the focus inside its dialog or sheet when the focused element disappears. */
import { useRef } from 'react'
import { useFocusKept } from './useFocusKept.ts'

export function FocusKept() {
  const mark = useRef<HTMLSpanElement>(null)
  useFocusKept(() => mark.current?.closest('[role="dialog"]'), 'area')
  return <span ref={mark} hidden />
}
