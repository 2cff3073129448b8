import { kindOfKey } from '#contract/automation/filters.ts'
import { filterKeys } from '#contract/filter.ts'
import { referencesAtKeys, type ServerFilter } from './kind.ts'

export const objects: ServerFilter<'objects'> = {
  verdictReferences: (sides) =>
    sides.flatMap((side) =>
      filterKeys.flatMap((key) => referencesAtKeys(side, kindOfKey[key], key)),
    ),
}
