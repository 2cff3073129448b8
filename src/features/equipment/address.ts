import { equipmentGroupings } from '#contract/equipment/equipment.ts'
import { MAX_OWN_COLUMNS } from '#contract/metadataBounds.ts'
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
  ownField: inAddress.id('metadataField'),
  ownText: inAddress.text(),
  columns: inAddress.integers(MAX_OWN_COLUMNS),
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
    ...(state.ownField === null || state.ownText === ''
      ? {}
      : { ownField: { fieldId: state.ownField, text: state.ownText } }),
  }
}
