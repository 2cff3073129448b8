import { filterAddress, filterFrom } from '#entities/filterObject/filterAddress.ts'
import { isEmptyDraft, type FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { inAddress, type AddressValues } from '#lib/addressState.ts'
import { listAddress } from '#ui/list/listAddress.ts'

export const equipmentSchedulesAddress = {
  ...listAddress(['name', 'dueBy', 'lateCount'], 'dueBy', 'equipment'),
  ...filterAddress,
  late: inAddress.flag(),
  tab: inAddress.oneOf(['work', 'rules'], 'work'),
}
type State = AddressValues<typeof equipmentSchedulesAddress>

/** The filter without procedures, which the procedure picker beside it filters. */
export function filterWithoutProcedures(state: State): FilterDraft {
  const { procedureIds: _procedures, procedureTypeIds: _types, ...filter } = filterFrom(state)
  return filter
}

export function equipmentSchedulesQuestion(state: State) {
  const filter = filterWithoutProcedures(state)
  return {
    ...(isEmptyDraft(filter) ? {} : { filter }),
    ...(state.procedure.length === 0 ? {} : { procedureIds: state.procedure }),
    ...(state.late ? { isLate: true } : {}),
  }
}
