import { useEffect } from 'react'
import { wholeRange } from '#lib/days.ts'
import { useFormat } from '#lib/format.tsx'
import type { Range } from './RangeField.tsx'

/**
 * The days of an address as instants, or null. One end alone, or text that is not a day, is removed
 * from the address: it does not filter the list.
 */
export function useWholeRange(days: Range, change: (range: Range) => void): Range | null {
  const { timeZone } = useFormat()
  const range = wholeRange(days, timeZone)
  const isBroken = range === null && (days.from !== '' || days.to !== '')
  useEffect(() => {
    if (isBroken) change({ from: '', to: '' })
  }, [isBroken, change])
  return range
}
