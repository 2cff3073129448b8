import { useId } from 'react'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import styles from './plans.module.css'

export function NumberField({
  label,
  value,
  min,
  max,
  step = 0.1,
  digits = 2,
  isDisabled = false,
  unit,
  onChange,
}: {
  label: string
  value: number | null
  min?: number
  max?: number
  step?: number
  digits?: number
  isDisabled?: boolean
  unit?: string
  onChange(value: number): void
}) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <NumberInput
        isNeeded={value !== null}
        id={id}
        changeOnBlur
        value={value === null ? null : Number(value.toFixed(digits))}
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        {...(unit === undefined ? {} : { suffix: unit })}
        step={step}
        disabled={isDisabled}
        onChange={(next) => {
          if (next !== null && next !== value) onChange(next)
        }}
      />
    </div>
  )
}
