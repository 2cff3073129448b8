import { Input } from 'antd'
import { useState } from 'react'
import { readClockTime } from '#lib/clockTime.ts'
import styles from './ClockField.module.css'

interface ClockFieldProps {
  label: string
  value: string
  onChange(value: string): void
  isFaulty: boolean
}

/** A time of day. Accepts `8`, `830` and `8:30`, and writes the full form on leaving the field. */
export function ClockField({ label, value, onChange, isFaulty }: ClockFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  function settle(): void {
    if (typed === null) return
    setTyped(null)
    const time = readClockTime(typed) ?? typed.trim()
    if (time !== value) onChange(time)
  }
  return (
    <Input
      className={styles.clockField}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder="--:--"
      aria-label={label}
      aria-invalid={isFaulty}
      value={typed ?? value}
      {...(isFaulty ? { status: 'error' as const } : {})}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={settle}
      onPressEnter={settle}
    />
  )
}
