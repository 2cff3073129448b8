import { filterAddress } from '../../entities/filterObject/filterAddress.ts'
import { inAddress } from '../../lib/addressState.ts'
import { listAddress } from '../../ui/listAddress.ts'

export const panelTabs = ['facts', 'tickets', 'schedules', 'logs', 'runs', 'journal'] as const

/** Everything the equipment screen keeps in its address. */
export const equipmentAddress = {
  ...listAddress(['name', 'equipmentId', 'type', 'status', 'location', 'updatedAt'], 'name'),
  ...filterAddress,
  tab: inAddress.oneOf(panelTabs, 'facts'),
  /** What the panel does: shows, changes, or makes a new one. */
  mode: inAddress.oneOf(['show', 'edit', 'new'], 'show'),
}
