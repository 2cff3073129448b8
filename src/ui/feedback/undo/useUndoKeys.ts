import { useEffect, useRef } from 'react'
import { keyLetter } from '#lib/keyLetter.ts'

/** `navigator.platform` says Mac on an iPad with a keyboard too. */
const isMac = (): boolean => /^(Mac|iP)/.test(navigator.platform)

/** The keys for display and for `aria-keyshortcuts`. */
export function undoKeys(): Record<'undo' | 'redo', { shown: string; said: string }> {
  return isMac()
    ? { undo: { shown: '⌘Z', said: 'Meta+Z' }, redo: { shown: '⇧⌘Z', said: 'Meta+Shift+Z' } }
    : {
        undo: { shown: 'Ctrl+Z', said: 'Control+Z' },
        redo: { shown: 'Ctrl+Shift+Z', said: 'Control+Shift+Z Control+Y' },
      }
}

/** Text inputs. A switch, a radio button or a slider is an input without undo. */
const FIELDS =
  'textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=range])'
const ELSEWHERE = `${FIELDS}, [aria-modal=true]`
/** True if undo belongs to the field or open dialog instead of the screen. */
export const isTypedInto = (target: HTMLElement): boolean => target.closest(ELSEWHERE) !== null

/**
 * Undo keys for the whole screen: Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, or Cmd with Z and Shift+Z. In a
 * text field the browser's own undo applies; its change reaches the history like typing. An open
 * dialog keeps its own keys.
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

function stepOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  const letter = keyLetter(event)
  if (letter === 'z') return event.shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !event.shiftKey ? 'redo' : null
}
