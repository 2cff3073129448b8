import type { CardType, DashboardItem } from '#contract/dashboards/dashboardItems.ts'
import type { CardRange } from '#contract/dashboards/periods.ts'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'

export interface CardValues {
  name: string
  type: CardType
  range: CardRange
  dashboardCategoryId: number | null
  filters: FilterDraft[]
}

/** Spec section 3: YEAR and scheduleDone by default. */
export const blankCard: CardValues = {
  name: '',
  type: 'scheduleDone',
  range: 'YEAR',
  dashboardCategoryId: null,
  filters: [],
}

export const valuesOf = ({
  name,
  type,
  range,
  dashboardCategoryId,
  data,
}: Pick<
  DashboardItem,
  'name' | 'type' | 'range' | 'dashboardCategoryId' | 'data'
>): CardValues => ({
  name,
  type,
  range,
  dashboardCategoryId,
  filters: data.filters as FilterDraft[],
})

export const cardBody = ({ name, filters, ...facts }: CardValues) => ({
  ...facts,
  name: name.trim(),
  data: { filters },
})
