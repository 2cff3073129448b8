import { userStates } from '#contract/people/people.ts'
import { inAddress, type AddressValues } from '#lib/addressState.ts'
import { listAddress } from '#ui/list/listAddress.ts'

export const anyState = 'any'
export const panelTabs = ['facts', 'rights', 'journal'] as const

export const usersAddress = {
  ...listAddress(['name', 'email', 'lastSignInAt'], 'name', 'user'),
  role: inAddress.integers(),
  org: inAddress.integers(),
  norole: inAddress.flag(),
  state: inAddress.filterOf([anyState, ...userStates], anyState),
  tab: inAddress.oneOf(panelTabs, 'facts'),
  mode: inAddress.oneOf(['show', 'edit', 'new'], 'show'),
}

export const usersQuestion = (state: AddressValues<typeof usersAddress>) => ({
  ...(state.role.length === 0 ? {} : { roleIds: state.role }),
  ...(state.org.length === 0 ? {} : { orgEntityIds: state.org }),
  ...(state.norole ? { hasNoRole: true } : {}),
  ...(state.state === anyState ? {} : { states: [state.state] }),
})
