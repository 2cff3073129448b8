import { stockStates } from '#contract/rules/stock.ts'
import { inAddress } from '#lib/addressState.ts'
import { listAddress } from '#ui/list/listAddress.ts'

export const panelTabs = ['facts', 'history', 'journal'] as const
const verbs = ['receive', 'correct', 'discard', 'move', 'minimum'] as const
export type Verb = (typeof verbs)[number]

export const stockAddress = {
  ...listAddress(['item', 'location', 'amount', 'nextExpiry'], 'item', 'stock'),
  of: inAddress.integers(),
  place: inAddress.integers(),
  state: inAddress.filterOf(['any', ...stockStates], 'any'),
  tab: inAddress.oneOf(panelTabs, 'facts'),
  act: inAddress.oneOf(['none', ...verbs], 'none'),
}
