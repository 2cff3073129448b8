import type { Dashboard } from '#contract/dashboards/dashboards.ts'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'
import type { DashboardDraft } from '../draft.ts'

export function draftOf(board: Dashboard): DashboardDraft {
  const {
    name,
    isFiltered,
    isRestrictedEquipment,
    isRestrictedProcedures,
    equipmentTypes,
    procedureTypes,
    locationTypes,
    data,
  } = board
  return {
    name,
    isFiltered,
    isRestrictedEquipment,
    isRestrictedProcedures,
    equipmentTypes: [...equipmentTypes],
    procedureTypes: [...procedureTypes],
    locationTypes: [...locationTypes],
    chapters: data.chapters.map(({ title, items }) => ({
      title,
      items: items.map(({ id, name: cardName, showHistory, width, data: asked, type, range }) => ({
        id,
        name: cardName,
        showHistory,
        width,
        data: { filters: asked.filters as FilterDraft[] },
        type,
        range,
      })),
    })),
  }
}

export function dashboardBody({ chapters, name, ...facts }: DashboardDraft) {
  return {
    ...facts,
    name: name.trim(),
    data: {
      chapters: chapters.map(({ title, items }) => ({
        title: title.trim(),
        items: items.map(({ id, name: cardName, showHistory, width, data }) => ({
          id,
          name: cardName,
          showHistory,
          width,
          data,
        })),
      })),
    },
  }
}
