import { CloseCircleFilled } from '@ant-design/icons'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '#lib/useDebounced.ts'
import styles from './SearchField.module.css'

/** Searches once typing pauses. `/` focuses it from anywhere on the screen. */
export function SearchField({
  value,
  onChange,
  label,
  className = '',
}: {
  value: string
  onChange(value: string): void
  label: string
  className?: string | undefined
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed, 200)
  const sent = useRef(value)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (settled === sent.current) return
    sent.current = settled
    onChange(settled)
  }, [settled, onChange])
  // The address changed by other means: Back, or a cleared filter.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, [contenteditable]') !== null
      if (event.key !== '/' || isTyping) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [])
  return (
    <span className={`${styles.field} ${className}`}>
      <Lens />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed !== '' && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.clear}
          aria-label={t('clear')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setTyped('')
            field.current?.focus()
          }}
        >
          <CloseCircleFilled aria-hidden />
        </button>
      )}
    </span>
  )
}

function Lens() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <circle cx="7" cy="7" r="4.6" fill="none" stroke="var(--pr-text-quiet)" strokeWidth="1.6" />
      <path
        d="m10.6 10.6 3.4 3.4"
        stroke="var(--pr-text-quiet)"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
