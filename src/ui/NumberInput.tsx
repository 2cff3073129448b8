/**
 * A number, with bounds or without. What is typed beyond them gives way to the nearest when one
 * leaves the field, and what is no number to what stood there: that is said, as nothing becomes
 * another number in silence.
 */
import { InputNumber, type InputNumberProps } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.tsx'
import { plainNumber } from '#contract/rules/readNumber'
import styles from './NumberInput.module.css'

export function NumberInput({ onInput, onBlur, ...props }: InputNumberProps<number>) {
  const { t } = useTranslation()
  const { number, decimalSign } = useFormat()
  const typed = useRef('')
  /** `kept`: the bound that stands there now; null: it was no number. */
  const [refused, setRefused] = useState<{ said: string; kept: number | null } | null>(null)
  const { min, max } = props

  function look(): void {
    const said = typed.current.trim()
    typed.current = ''
    const digits = plainNumber(said, decimalSign)
    if (digits === '') return
    const value = Number(digits)
    if (Number.isNaN(value)) setRefused({ said, kept: null })
    else if (min !== undefined && value < Number(min)) setRefused({ said, kept: Number(min) })
    else if (max !== undefined && value > Number(max)) setRefused({ said, kept: Number(max) })
  }
  return (
    <>
      <InputNumber<number>
        {...props}
        decimalSeparator={decimalSign}
        // The library computes with digits, of text as of numbers; its type knows only one of them.
        parser={(text) => plainNumber(text ?? '', decimalSign) as unknown as number}
        onInput={(text) => {
          typed.current = text
          setRefused(null)
          onInput?.(text)
        }}
        onBlur={(event) => {
          look()
          onBlur?.(event)
        }}
        onPressEnter={(event) => {
          look()
          props.onPressEnter?.(event)
        }}
      />
      {refused !== null && (
        <span role="alert" className={styles.refused}>
          {refused.kept === null
            ? t('notANumber', { typed: refused.said })
            : t('beyondBounds', { typed: refused.said, kept: number(refused.kept) })}
        </span>
      )}
    </>
  )
}
