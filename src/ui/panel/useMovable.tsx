import { useCallback, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './useMovable.module.css'

/**
 * What stands in one place of a wide window and in another of a narrow one. Drawn in each by itself
 * it would be begun anew when a phone is turned, and a dialog that it had opened would go with what
 * is typed in it; so it is drawn once, and only its element moves.
 */
export function useMovable(content: ReactNode): {
  /** Where it stands now; in one place at a time. */
  place: ReactNode
  /** Always drawn, after any place: who is in there may measure itself. */
  held: ReactNode
} {
  const [host] = useState(() => {
    const element = document.createElement('div')
    element.className = styles.host ?? ''
    return element
  })
  const take = useCallback((place: HTMLElement | null) => place?.append(host), [host])
  return { place: <div ref={take} className={styles.host} />, held: createPortal(content, host) }
}
