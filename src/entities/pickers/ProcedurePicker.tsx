/** Apart from the other pickers, because its calls bring the contract of procedures. */
import { procedureCalls } from '#entities/calls/procedures.ts'
import { optionsOf, type UseOptions } from './Picker.tsx'
import { ALL, makePicker, plainName, tinyOptions, tinyQuestion } from './pickers.tsx'

const useProcedureOptions: UseOptions = (search, chosen, isWanted) => {
  const found = procedureCalls.useListTinyProceduresQuery(
    { body: tinyQuestion(search) },
    { skip: !isWanted },
  )
  const known = procedureCalls.useListTinyProceduresQuery(
    { body: { ids: chosen.slice(0, ALL), limit: ALL } },
    { skip: chosen.length === 0 },
  )
  return optionsOf(found, known, (rows) => tinyOptions(rows, plainName))
}

export const ProcedurePicker = makePicker('procedure', useProcedureOptions)
