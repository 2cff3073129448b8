/**
 * A number with bounds. What is typed beyond them gives way to the nearest when one leaves the
 * field, and that is said: nothing becomes another number in silence.
 */
import { InputNumber, type InputNumberProps } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.tsx'
import styles from './NumberInput.module.css'

export function NumberInput({ onInput, onBlur, ...props }: InputNumberProps<number>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const typed = useRef('')
  const [beyond, setBeyond] = useState<{ said: string; kept: number } | null>(null)
  const { min, max } = props

  function look(): void {
    const said = typed.current.trim()
    typed.current = ''
    const value = said === '' ? Number.NaN : Number(said.replace(',', '.'))
    if (min !== undefined && value < Number(min)) setBeyond({ said, kept: Number(min) })
    else if (max !== undefined && value > Number(max)) setBeyond({ said, kept: Number(max) })
  }
  return (
    <>
      <InputNumber<number>
        {...props}
        onInput={(text) => {
          typed.current = text
          setBeyond(null)
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
      {beyond !== null && (
        <span role="alert" className={styles.beyond}>
          {t('beyondBounds', { typed: beyond.said, kept: number(beyond.kept) })}
        </span>
      )}
    </>
  )
}
