import { useTranslation } from 'react-i18next'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { useFilterSummary } from '#entities/filterObject/useFilterSummary.ts'

export function ObjectsSummary({
  things,
  objects,
}: {
  things: FilterDraft
  objects: RruleDraft['objects']
}) {
  const { t } = useTranslation('schedules')
  const summary = useFilterSummary(things)
  const isAll = Object.values(things).every((list) => (list?.length ?? 0) === 0)
  return <>{isAll ? t(`allObjects.${objects}`) : t(`objectsThat.${objects}`, { summary })}</>
}
