/**
 * Keys for the whole page, while nothing is typed and no dialog is open. Single keys can be
 * switched off (WCAG 2.1.4), because speech input would press them unintentionally.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { keyLetter } from '#lib/keyLetter.ts'
import { pathTo } from '#lib/paths.ts'
import { isTypedInto } from '#ui/feedback/undo/useUndoKeys.ts'
import { meaningOf, type Waiting } from './shortcuts.ts'

export function useShortcuts(onShowKeys: () => void): void {
  const navigate = useNavigate()
  const show = useRef(onShowKeys)
  useEffect(() => {
    show.current = onShowKeys
  })
  useEffect(() => {
    let waiting: Waiting = null
    const listen = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, altKey, target, key, timeStamp } = event
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || !areKeysOn()) return
      if (target instanceof HTMLElement && isTypedInto(target)) return
      const pressed = { letter: keyLetter(event), sign: key, at: timeStamp }
      const meaning = meaningOf(pressed, waiting)
      waiting = meaning.kind === 'begun' ? { at: timeStamp } : null
      if (meaning.kind === 'nothing' || meaning.kind === 'begun') return
      event.preventDefault()
      if (meaning.kind === 'showKeys') show.current()
      else void navigate(pathTo(meaning.route))
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [navigate])
}

const KEY = 'plantroom.keys'
const listeners = new Set<() => void>()
let areOn: boolean | null = null

function areKeysOn(): boolean {
  try {
    areOn ??= localStorage.getItem(KEY) !== 'off'
  } catch {
    areOn = true
  }
  return areOn
}

export function setShortcutsEnabled(on: boolean): void {
  areOn = on
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {}
  for (const listener of listeners) listener()
}

export const useShortcutsEnabled = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areKeysOn)
