import type { FilterKey } from '#contract/filter.ts'
import { MAX_IDS } from '#contract/rules/bounds.ts'

/** The filter with plain numbers; the contract brands the ids. */
export type FilterDraft = { [K in FilterKey]?: number[] | undefined }

/** Omits empty lists. A full list takes no more ids; the editor says so. */
export function withList(filter: FilterDraft, key: FilterKey, ids: readonly number[]): FilterDraft {
  const { [key]: _dropped, ...others } = filter
  return ids.length === 0 ? others : { ...others, [key]: ids.slice(0, MAX_IDS) }
}

export const isEmptyDraft = (filter: FilterDraft): boolean =>
  Object.values(filter).every((ids) => (ids?.length ?? 0) === 0)
