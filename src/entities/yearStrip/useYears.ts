import { useMemo } from 'react'
import type { Id } from '#contract/ids.ts'
import { yearStripCalls } from './calls.ts'

/** As many as one call tells of; a page of a list holds no more. */
const MAX_ASKED = 100
const none: ReadonlyMap<number, string> = new Map()

/** The years of the rows of a list, by id; those of the rows before stay until these have come. */
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
