import { useEffect, useRef } from 'react'
import { keyLetter } from '#lib/keyLetter.ts'

/** `navigator.platform` says Mac on an iPad with a keyboard too. */
const isMac = (): boolean => /^(Mac|iP)/.test(navigator.platform)

/** As people read them, and as `aria-keyshortcuts` has them. */
export function undoKeys(): Record<'undo' | 'redo', { shown: string; said: string }> {
  return isMac()
    ? { undo: { shown: '⌘Z', said: 'Meta+Z' }, redo: { shown: '⇧⌘Z', said: 'Meta+Shift+Z' } }
    : {
        undo: { shown: 'Ctrl+Z', said: 'Control+Z' },
        redo: { shown: 'Ctrl+Shift+Z', said: 'Control+Shift+Z Control+Y' },
      }
}

/** Where letters are typed. A switch, a radio button or a slider is an input too, and has no undo. */
const FIELDS =
  'textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=range])'
const ELSEWHERE = `${FIELDS}, [aria-modal=true]`
/** Its keys are the field's or the open dialog's, not the screen's. */
export const isTypedInto = (target: HTMLElement): boolean => target.closest(ELSEWHERE) !== null

/**
 * Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, or Cmd with Z and Shift+Z, for the whole screen. While the cursor
 * is in a text field they stay the browser's, and take back what was typed there letter by letter,
 * as everywhere else; the field's change reaches the history like any other typing. An open dialog
 * is on top of what is edited: its keys are its own.
 */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  const steps = useRef({ undo, redo })
  useEffect(() => {
    steps.current = { undo, redo }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
      if (event.target instanceof HTMLElement && isTypedInto(event.target)) return
      const step = stepOf(event)
      if (step === null) return
      event.preventDefault()
      steps.current[step]()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y. */
function stepOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  const letter = keyLetter(event)
  if (letter === 'z') return event.shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !event.shiftKey ? 'redo' : null
}
