import { ColourTag } from '#ui/page/marks.tsx'
import { Picker, type PickerProps, type UseOptions } from '#entities/pickers/Picker.tsx'
import { ticketCalls } from './calls.ts'

const useTicketTypeOptions: UseOptions = () => {
  const { data, isFetching, isError } = ticketCalls.useGetTicketTypesQuery()
  return {
    found: (data?.rows ?? []).map((type) => ({
      value: type.id,
      text: type.name,
      label: <ColourTag colour={type.colour}>{type.name}</ColourTag>,
    })),
    isFetching,
    isAnswered: data !== undefined,
    hasFailed: isError,
    filtersItself: true,
  }
}

export function TicketTypePicker(props: PickerProps) {
  return <Picker {...props} useOptions={useTicketTypeOptions} />
}
