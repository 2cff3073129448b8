import { useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './Locked.module.css'

interface Props {
  isLocked: boolean
  className?: string | undefined
  children: ReactNode
}

/** Locks fields during a save, because later input would be lost. Restores the focus afterwards. */
export function Locked({ isLocked, className, children }: Props) {
  const whole = useRef<HTMLDivElement>(null)
  const held = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const { activeElement: now } = document
    if (isLocked) {
      held.current =
        now instanceof HTMLElement && whole.current?.contains(now) === true ? now : null
      return
    }
    if (held.current?.isConnected === true && now === document.body)
      held.current.focus({ preventScroll: true })
    held.current = null
  }, [isLocked])
  return (
    <div ref={whole} className={className ?? styles.around} inert={isLocked} aria-busy={isLocked}>
      {children}
    </div>
  )
}
