import { equipmentGroupings } from '#contract/equipment'
import { filterAddress } from '../../entities/filterObject/filterAddress.ts'
import { inAddress } from '../../lib/addressState.ts'
import { listAddress } from '../../ui/listAddress.ts'

export const panelTabs = [
  'facts',
  'fellows',
  'files',
  'visits',
  'tickets',
  'schedules',
  'logs',
  'runs',
  'journal',
] as const

export const equipmentViews = ['list', 'tree'] as const

/** Everything the equipment screen keeps in its address. */
export const equipmentAddress = {
  ...listAddress(['name', 'equipmentId', 'type', 'status', 'location', 'updatedAt'], 'name'),
  ...filterAddress,
  /** Only what this import wrote. */
  import: inAddress.id(),
  view: inAddress.oneOf(equipmentViews, 'list'),
  /** What the tree's branches are. */
  by: inAddress.oneOf(equipmentGroupings, 'type'),
  tab: inAddress.oneOf(panelTabs, 'facts'),
  /** What the panel does: shows, changes, or makes a new one. */
  mode: inAddress.oneOf(['show', 'edit', 'new'], 'show'),
}
