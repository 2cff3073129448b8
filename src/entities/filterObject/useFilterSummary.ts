import { skipToken } from '@reduxjs/toolkit/query'
import { useTranslation } from 'react-i18next'
import { filterKeys, type FilterKey } from '#contract/filter.ts'
import { useFormat } from '#lib/format.tsx'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import { locationCalls } from '#entities/calls/locations.ts'
import { orgEntityCalls } from '#entities/calls/orgEntities.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { referenceListCalls } from '#entities/calls/referenceLists.ts'
import type { FilterDraft } from './filterDraft.ts'

type Named = { id: number | null; name: string }
const MAX_NAMES = 3

export function useFilterSummary(filter: FilterDraft): string {
  const { t } = useTranslation(['entities', 'common'])
  const format = useFormat()
  const names = useNames(filter)
  const parts = filterKeys.flatMap((key) => {
    const ids = filter[key] ?? []
    if (ids.length === 0) return []
    const first = ids
      .slice(0, MAX_NAMES)
      .map((id) => names[key]?.find((row) => row.id === id)?.name ?? `#${id}`)
    const more = ids.length - first.length
    const words =
      more > 0
        ? `${format.list(first, 'disjunction')} ${t('common:moreRemaining', { count: more })}`
        : format.list(first, 'disjunction')
    return [t(`summary_${key}`, { names: words })]
  })
  return parts.length === 0
    ? t('filterEverything')
    : parts.join(format.language === 'ar' ? '، ' : ', ')
}

/** The names in the filter. Only lists in use are loaded. */
function useNames(filter: FilterDraft): Partial<Record<FilterKey, readonly Named[] | undefined>> {
  const used = (key: FilterKey): boolean => (filter[key]?.length ?? 0) > 0
  const tiny = (key: FilterKey) =>
    used(key)
      ? { body: { ids: [...(filter[key] ?? [])].slice(0, MAX_NAMES), limit: MAX_NAMES } }
      : skipToken
  return {
    equipmentIds: equipmentCalls.useListTinyEquipmentQuery(tiny('equipmentIds')).data?.rows,
    locationIds: locationCalls.useListTinyLocationsQuery(tiny('locationIds')).data?.rows,
    procedureIds: procedureCalls.useListTinyProceduresQuery(tiny('procedureIds')).data?.rows,
    equipmentTypeIds: referenceListCalls.useListEquipmentTypesQuery(tiny('equipmentTypeIds')).data
      ?.rows,
    equipmentStatusIds: referenceListCalls.useListEquipmentStatusesQuery(tiny('equipmentStatusIds'))
      .data?.rows,
    locationTypeIds: referenceListCalls.useListLocationTypesQuery(tiny('locationTypeIds')).data
      ?.rows,
    procedureTypeIds: referenceListCalls.useListProcedureTypesQuery(tiny('procedureTypeIds')).data
      ?.rows,
    tagIds: referenceListCalls.useListTagsQuery(tiny('tagIds')).data?.rows,
    orgEntityIds: orgEntityCalls.useListOrgEntitiesQuery(tiny('orgEntityIds')).data?.rows,
  }
}
