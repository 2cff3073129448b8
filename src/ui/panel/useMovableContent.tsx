import { useCallback, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './useMovable.module.css'

/**
 * Content with one position on a wide window and another on a narrow one. It renders once and only
 * its element moves, so that turning a phone keeps open dialogs and their input.
 */
export function useMovableContent(content: ReactNode): {
  place: ReactNode
  /** Always rendered, after every slot, so that children can measure themselves. */
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
