import { NumberInput, type NumberInputProps } from './NumberInput.tsx'

interface Props extends Omit<NumberInputProps, 'value' | 'onChange' | 'isNeeded' | 'defaultValue'> {
  value: number
  onChange(value: number): void
}

/**
 * A number that is never empty, for use in a sentence. An emptied field shows an error and restores
 * the former value on blur.
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
