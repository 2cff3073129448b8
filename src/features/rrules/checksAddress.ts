import { outcomes } from '#contract/recurrence/kinds.ts'
import { inAddress, type AddressValues } from '#lib/addressState.ts'
import { wholeRange } from '#lib/days.ts'
import { listAddress } from '#ui/list/listAddress.ts'

export const checksAddress = {
  ...listAddress(['dueBy', 'procedure'], '-dueBy', 'occurrence'),
  outcome: inAddress.filterOf(outcomes, 'any'),
  procedure: inAddress.integers(),
  place: inAddress.id('location'),
  from: inAddress.day(),
  to: inAddress.day(),
}

type ChecksState = Pick<
  AddressValues<typeof checksAddress>,
  'outcome' | 'procedure' | 'place' | 'from' | 'to'
>

export const noChecksFilters = {
  search: '',
  outcome: 'any' as const,
  procedure: [],
  place: null,
  from: '',
  to: '',
  page: 1,
}

export function checksQuestion(state: ChecksState, timeZone: string) {
  const range = wholeRange(state, timeZone)
  return {
    outcome: state.outcome,
    ...(state.procedure.length === 0 ? {} : { procedureIds: state.procedure }),
    ...(state.place === null ? {} : { withinId: state.place }),
    ...(range === null ? {} : { dueFrom: range.from, dueTo: range.to }),
  }
}
