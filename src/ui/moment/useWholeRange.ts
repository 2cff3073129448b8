import { useEffect } from 'react'
import { dayEnd, dayStart } from '../../lib/days.ts'
import { useFormat } from '../../lib/format.tsx'
import type { Range } from './RangeField.tsx'

/**
 * The days of an address as instants; null where none are asked for. A range is asked for only when
 * both its ends are there (spec section 5), so one end alone, or what is no day, leaves the address
 * too: it would say that the list is narrowed, and it is not.
 */
export function useWholeRange(
  { from: first, to: last }: Range,
  change: (range: Range) => void,
): Range | null {
  const { timeZone } = useFormat()
  const from = dayStart(first, timeZone)
  const to = dayEnd(last, timeZone)
  const isWhole = from !== null && to !== null
  const isBroken = !isWhole && (first !== '' || last !== '')
  useEffect(() => {
    if (isBroken) change({ from: '', to: '' })
  }, [isBroken, change])
  return isWhole ? { from, to } : null
}
