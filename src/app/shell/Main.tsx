import { useRef, type ReactNode } from 'react'
import { useKeepFocus } from '#ui/dialog/useKeepFocus.ts'
import styles from './shell.module.css'

export function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useKeepFocus(() => main.current, 'nearest')
  return (
    <main ref={main} id="content" className={`${styles.shellMain} print-whole`} tabIndex={-1}>
      {children}
    </main>
  )
}
