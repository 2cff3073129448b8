/**
 * A number, with or without bounds. On leaving, the field corrects a number out of bounds to the
 * nearest bound, and restores the former value for invalid text. It always says so.
 */
import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { InputNumber, type InputNumberProps } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { readTyped, type Typed } from '#contract/rules/readNumber.ts'
import styles from './NumberInput.module.css'

export interface NumberInputProps extends InputNumberProps<number> {
  /** True if the field may be empty only during typing. See `NeededNumber`. */
  isNeeded?: boolean
}

type Fault = 'beyondBounds' | 'notANumber' | 'tooManyDigits' | 'notWhole' | 'numberNeeded'

interface Refusal {
  fault: Fault
  said: string
  kept: number | null
}

const NONE = 'NaN'

export function NumberInput({ isNeeded = false, defaultValue, ...props }: NumberInputProps) {
  const {
    onInput,
    onFocus,
    onBlur,
    onPressEnter,
    onStep,
    onChange,
    controls = true,
    ...others
  } = props
  const { min, max, precision } = others
  const { decimalSign } = useFormat()
  const [own, setOwn] = useState(defaultValue ?? null)
  const value = 'value' in others ? (others.value ?? null) : own
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  /** The value before typing, because a half-typed number is never meant. */
  const before = useRef(value)
  /** Null if nothing was typed since the field was last left. */
  const typed = useRef<string | null>(null)
  const [refused, setRefused] = useState<Refusal | null>(null)

  const read = (text: string) => readTyped(text, decimalSign)
  const isBeyond = (number: number) => number < low || number > high
  const low = min === undefined ? -Infinity : Number(min)
  const high = max === undefined ? Infinity : Number(max)

  function faultOf(text: Typed): Fault | null {
    if (text.is === 'nothing') return isNeeded ? 'numberNeeded' : null
    if (text.is === 'noNumber') return 'notANumber'
    if (isBeyond(text.value)) return 'beyondBounds'
    if (precision !== undefined && decimalsOf(text.plain) > precision)
      return precision === 0 ? 'notWhole' : 'tooManyDigits'
    return text.is === 'unheld' ? 'tooManyDigits' : null
  }

  function change(next: number | null): void {
    if (next === null && isNeeded) return
    latest.current = next
    setOwn(next)
    onChange?.(next)
  }

  /** Returns true if the typed text is valid. Otherwise shows the error and restores the value. */
  function settle(): boolean {
    const said = typed.current
    typed.current = null
    if (said === null) return refused === null
    const text = read(said)
    const fault = faultOf(text)
    if (fault === 'beyondBounds' && 'value' in text) {
      setRefused({ fault, said: said.trim(), kept: text.value < low ? low : high })
    } else if (fault !== null) {
      if (latest.current !== before.current) change(before.current)
      setRefused({ fault, said: said.trim(), kept: before.current })
    }
    before.current = latest.current
    return fault === null
  }

  function parsed(text: string): string {
    const meant = read(text)
    if (meant.is === 'nothing') return ''
    const fault = faultOf(meant)
    return 'plain' in meant && (fault === null || fault === 'beyondBounds') ? meant.plain : NONE
  }

  return (
    <>
      <InputNumber<number>
        {...others}
        value={value}
        controls={controls && steppers}
        decimalSeparator={decimalSign}
        // antd accepts text as well as numbers; its type allows only numbers.
        parser={(text) => parsed(text ?? '') as unknown as number}
        onChange={change}
        onStep={(next, info) => {
          typed.current = null
          before.current = latest.current
          setRefused(null)
          onStep?.(next, info)
        }}
        onInput={(text) => {
          typed.current = text
          setRefused(null)
          onInput?.(text)
        }}
        onFocus={(event) => {
          before.current = latest.current
          onFocus?.(event)
        }}
        onBlur={(event) => {
          settle()
          onBlur?.(event)
        }}
        onPressEnter={(event) => {
          if (settle()) onPressEnter?.(event)
        }}
      />
      {refused !== null && <Refused {...refused} />}
    </>
  )
}

/**
 * Hides antd's arrows from screen readers: their labels are English only, and a spinbutton has its
 * own keys.
 */
const hide = (icon: HTMLElement | null) =>
  icon?.closest('[role="button"]')?.setAttribute('aria-hidden', 'true')
const steppers = {
  upIcon: <UpOutlined ref={hide} aria-hidden />,
  downIcon: <DownOutlined ref={hide} aria-hidden />,
}

const decimalsOf = (plain: string): number => (plain.split('.')[1] ?? '').replace(/0+$/, '').length

function Refused({ fault, said, kept }: Refusal) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const now = kept === null ? '' : number(kept, { maximumFractionDigits: 20 })
  return (
    <span role="alert" className={styles.refused}>
      {t(fault, { typed: said, kept: now })}
      {kept !== null && fault !== 'beyondBounds' && <> {t('standsHereNow', { kept: now })}</>}
    </span>
  )
}
