import { inAddress, type AddressValues } from '#lib/addressState.ts'
import { listAddress } from '#ui/list/listAddress.ts'

export const gatewaysAddress = {
  ...listAddress(['name', 'mac', 'lastHeardAt'], 'name', 'gateway'),
  silent: inAddress.flag(),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
  tab: inAddress.oneOf(['facts', 'journal'], 'facts'),
}

export const gatewaysQuestion = ({
  silent,
}: Pick<AddressValues<typeof gatewaysAddress>, 'silent'>) => (silent ? { isSilent: true } : {})
