import { useFormat } from '#lib/format.tsx'

/** Formats an amount with its unit: 1,234.5 h. */
export function useAmountText(): (value: number, unit: string) => string {
  const format = useFormat()
  return (value, unit) => {
    const digits = Math.abs(value) < 100 ? 2 : 1
    const number = format.number(Number(value.toFixed(digits)), { maximumFractionDigits: digits })
    return unit === '' ? number : `${number}\u00a0${unit}`
  }
}
