/** Search and filters above a list; all of it lives in the address. */
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../lib/useDebounced.ts'
import styles from './FilterBar.module.css'

export interface FilterBarProps {
  search: string
  onSearch(search: string): void
  searchLabel: string
  /** Pickers and toggles. */
  children?: ReactNode
  /** Offered when something narrows the list. */
  onClear?: (() => void) | undefined
  /** At the far end: export, view. */
  end?: ReactNode
}

export function FilterBar({
  search,
  onSearch,
  searchLabel,
  children,
  onClear,
  end,
}: FilterBarProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.filterBar} role="search">
      <SearchField value={search} onChange={onSearch} label={searchLabel} />
      {children}
      {onClear !== undefined && (
        <Button type="link" size="small" onClick={onClear}>
          {t('clearAll')}
        </Button>
      )}
      {end !== undefined && <div className={styles.filterEnd}>{end}</div>}
    </div>
  )
}

/** Asks once typing rests; `/` focuses it from anywhere on the screen. */
export function SearchField({
  value,
  onChange,
  label,
}: {
  value: string
  onChange(value: string): void
  label: string
}) {
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed, 200)
  const sent = useRef(value)
  const field = useRef<InputRef>(null)
  useEffect(() => {
    if (settled === sent.current) return
    sent.current = settled
    onChange(settled)
  }, [settled, onChange])
  // The address changed by other means: Back, a cleared filter.
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
    <Input
      ref={field}
      className={styles.filterSearch}
      allowClear
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      prefix={<Lens />}
      onChange={(event) => setTyped(event.target.value)}
    />
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
