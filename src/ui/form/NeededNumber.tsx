import { NumberInput, type NumberInputProps } from './NumberInput.tsx'

interface Props extends Omit<NumberInputProps, 'value' | 'onChange' | 'isNeeded' | 'defaultValue'> {
  value: number
  onChange(value: number): void
}

/**
 * A number that is never empty, as inside a sentence. The field may be empty during typing; left
 * empty, it shows an error and restores the former value.
 */
export function NeededNumber({ onChange, ...props }: Props) {
  return (
    <NumberInput
      isNeeded
      {...props}
      onChange={(next) => {
        if (next !== null) onChange(next)
      }}
    />
  )
}
