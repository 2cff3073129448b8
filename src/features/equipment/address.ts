import { equipmentGroupings } from '#contract/equipment/equipment.ts'
import { filterAddress, filterFrom } from '#entities/filterObject/filterAddress.ts'
import { isEmptyDraft } from '#entities/filterObject/filterDraft.ts'
import { inAddress, type AddressValues } from '#lib/addressState.ts'
import { listAddress } from '#ui/list/listAddress.ts'

export const panelTabs = [
  'facts',
  'fellows',
  'files',
  'meters',
  'visits',
  'tickets',
  'schedules',
  'logs',
  'runs',
  'reliability',
  'journal',
] as const

export const equipmentViews = ['list', 'tree'] as const

export const equipmentAddress = {
  ...listAddress(
    ['name', 'equipmentId', 'type', 'status', 'location', 'updatedAt'],
    'name',
    'equipment',
  ),
  ...filterAddress,
  import: inAddress.id('import'),
  view: inAddress.oneOf(equipmentViews, 'list'),
  by: inAddress.oneOf(equipmentGroupings, 'type'),
  tab: inAddress.oneOf(panelTabs, 'facts'),
  mode: inAddress.oneOf(['show', 'edit', 'new'], 'show'),
}

export function equipmentQuestion(state: AddressValues<typeof equipmentAddress>) {
  const filter = filterFrom(state)
  return {
    ...(isEmptyDraft(filter) ? {} : { filter }),
    ...(state.import === null ? {} : { importId: state.import }),
  }
}
