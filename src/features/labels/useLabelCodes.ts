import { useEffect, useState } from 'react'
import { labelCalls } from '#entities/labels/calls.ts'
import type { Failure } from '#ui/feedback/states.tsx'

interface Codes {
  /** Codes by the id of what they stand on. */
  codes: ReadonlyMap<number, string> | undefined
  error: Failure | undefined
  retry(): void
}

/** Makes codes for what has none, before it is printed. */
export function useLabelCodes(
  of: 'equipment' | 'locations',
  ids: readonly number[] | undefined,
): Codes {
  const [make, { data, error, originalArgs }] = labelCalls.useMakeLabelCodesMutation()
  const [tries, setTries] = useState(0)
  const asked = ids === undefined || ids.length === 0 ? null : ids.join(',')
  useEffect(() => {
    if (asked === null) return
    const all = asked.split(',').map(Number)
    void make({ body: of === 'equipment' ? { equipmentIds: all } : { locationIds: all } })
  }, [make, of, asked, tries])
  const answered = originalArgs?.body.equipmentIds ?? originalArgs?.body.locationIds
  const isOfThese = asked === null || answered?.join(',') === asked
  return {
    codes:
      asked === null
        ? new Map()
        : isOfThese && data !== undefined
          ? new Map(data.map((row) => [row.equipmentId ?? row.locationId ?? 0, row.code]))
          : undefined,
    error: isOfThese ? error : undefined,
    retry: () => setTries(tries + 1),
  }
}
