import { useMemo } from 'react'
import { useFormat } from './format.tsx'

const DAY = 24 * 60

export function useFormatDuration(): (seconds: number) => string {
  const format = useFormat()
  return useMemo(() => {
    const unit = (value: number, name: string) =>
      format.number(value, {
        style: 'unit',
        unit: name,
        unitDisplay: 'short',
        maximumFractionDigits: 0,
      })
    const both = (value: number, name: string, rest: number, smaller: string) =>
      rest === 0 ? unit(value, name) : `${unit(value, name)} ${unit(rest, smaller)}`
    return (seconds) => {
      if (seconds < 60) return unit(seconds, 'second')
      const minutes = Math.round(seconds / 60)
      if (minutes < 60) return unit(minutes, 'minute')
      if (minutes < 2 * DAY) return both(Math.floor(minutes / 60), 'hour', minutes % 60, 'minute')
      return both(Math.floor(minutes / DAY), 'day', Math.floor((minutes % DAY) / 60), 'hour')
    }
  }, [format])
}
