import { useEffect, useRef } from 'react'

/** Ctrl or Cmd with Z and Y, outside of fields, which have an undo of their own. */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  const steps = useRef({ undo, redo })
  useEffect(() => {
    steps.current = { undo, redo }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        (event.target instanceof HTMLElement &&
          event.target.closest('input, textarea, [contenteditable]') !== null)
      )
        return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) steps.current.redo()
      else steps.current.undo()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
