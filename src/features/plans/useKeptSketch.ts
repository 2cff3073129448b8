import { useEffect, useRef, useState } from 'react'
import { dropSketch, saveSketch, type Sketch } from './planDraft.ts'

const KEEP_AFTER_MS = 400

/** Saves shortly after each step, and at once on leaving. False if the device stores nothing. */
export function useKeptSketch(
  owner: { companyId: number; userId: number } | null,
  key: string,
  sketch: Sketch | null,
): boolean {
  const [isKept, setIsKept] = useState(true)
  const waiting = useRef<Sketch | null>(null)
  useEffect(() => {
    if (owner === null) return
    if (sketch === null) return dropSketch(owner, key)
    waiting.current = sketch
    const timer = setTimeout(() => {
      waiting.current = null
      setIsKept(saveSketch(owner, key, sketch))
    }, KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [owner, key, sketch])
  useEffect(() => {
    const keep = (): void => {
      if (owner !== null && waiting.current !== null) saveSketch(owner, key, waiting.current)
      waiting.current = null
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [owner, key])
  return isKept
}
