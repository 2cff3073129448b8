import { inAddress, type AddressValues } from '#lib/addressState.ts'
import { wholeRange } from '#lib/days.ts'
import { listAddress } from '#ui/list/listAddress.ts'

export const logsAddress = {
  ...listAddress(['doneAt', 'score', 'procedure'], '-doneAt', 'procedureLog'),
  procedures: inAddress.integers(),
  equipment: inAddress.integers(),
  locations: inAddress.integers(),
  below: inAddress.id('location'),
  who: inAddress.oneOf(['all', 'me'] as const, 'all'),
  from: inAddress.day(),
  to: inAddress.day(),
}
export const noLogsFilters = {
  search: '',
  procedures: [],
  equipment: [],
  locations: [],
  below: null,
  who: 'all' as const,
  from: '',
  to: '',
  page: 1,
}

export function logsQuestion(state: AddressValues<typeof logsAddress>, timeZone: string) {
  const filter = {
    ...(state.procedures.length === 0 ? {} : { procedureIds: state.procedures }),
    ...(state.equipment.length === 0 ? {} : { equipmentIds: state.equipment }),
    ...(state.locations.length === 0 ? {} : { locationIds: state.locations }),
  }
  return {
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
    ...(state.below === null ? {} : { scoreBelow: Math.min(100, Math.max(0, state.below)) }),
    ...(state.who === 'me' ? { doneByMe: true } : {}),
    ...wholeRange(state, timeZone),
  }
}
