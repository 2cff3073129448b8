import { MAX_OWN_COLUMNS } from '#contract/metadataBounds.ts'
import { inAddress } from '#lib/addressState.ts'
import { listAddress } from '#ui/list/listAddress.ts'

export const panelTabs = ['facts', 'inside', 'journal'] as const

export const locationAddress = {
  ...listAddress(['name', 'code', 'type', 'updatedAt'], 'name', 'location'),
  view: inAddress.oneOf(['tree', 'list'], 'tree'),
  placeType: inAddress.integers(),
  org: inAddress.integers(),
  ownField: inAddress.id('metadataField'),
  ownText: inAddress.text(),
  columns: inAddress.integers(MAX_OWN_COLUMNS),
  import: inAddress.id('import'),
  tab: inAddress.oneOf(panelTabs, 'facts'),
  mode: inAddress.oneOf(['show', 'edit', 'new'], 'show'),
  inside: inAddress.id('location'),
}
