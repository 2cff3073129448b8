/** What gave way to what became of it leaves the focus to the dialog or sheet that this stands in. */
import { useRef } from 'react'
import { useFocusKept } from './useFocusKept.ts'

export function FocusKept() {
  const mark = useRef<HTMLSpanElement>(null)
  useFocusKept(() => mark.current?.closest('[role="dialog"]'), 'area')
  return <span ref={mark} hidden />
}
