import { NumberInput, type NumberInputProps } from './NumberInput.tsx'

interface Props extends Omit<NumberInputProps, 'value' | 'onChange' | 'isNeeded' | 'defaultValue'> {
  value: number
  onChange(value: number): void
}

/**
 * A number that is always there, as in the middle of a sentence. While one types, the field may be
 * empty, so that what is typed replaces what stood there; left empty, it says so and puts that back.
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
