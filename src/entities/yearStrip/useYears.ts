import { useMemo } from 'react'
import type { Id } from '#contract/ids.ts'
import { yearStripCalls } from './calls.ts'

/** Maximum ids of one call; a list's page has no more rows. */
const MAX_ASKED = 100
const none: ReadonlyMap<number, string> = new Map()

export function useYears(ids: readonly Id<'equipment'>[]): ReadonlyMap<number, string> {
  const { data } = yearStripCalls.useListEquipmentYearsQuery(
    { body: { ids: ids.slice(0, MAX_ASKED) } },
    { skip: ids.length === 0 },
  )
  return useMemo(
    () => (data === undefined ? none : new Map(data.rows.map(({ id, line }) => [id, line]))),
    [data],
  )
}
