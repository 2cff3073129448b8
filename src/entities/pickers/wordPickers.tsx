import { useTranslation } from 'react-i18next'
import { referenceData } from '#contract/referenceLists/referenceData.ts'
import { injectContract } from '#api/api.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { Picker, type Option, type PickerProps, type UseOptions } from './Picker.tsx'

export const wordCalls = injectContract(referenceData)

interface Rows {
  data?: { rows: readonly { id: number; name: string }[] } | undefined
  isFetching: boolean
  isError: boolean
}
const optionsOf = ({ data, isFetching, isError }: Rows) => ({
  found: (data?.rows ?? []).map(({ id, name }): Option => ({
    value: id,
    text: name,
    label: <bdi>{name}</bdi>,
  })),
  isFetching,
  isAnswered: data !== undefined,
  hasFailed: isError,
  filtersItself: true,
})

const useHookOptions: UseOptions = (_search, _chosen, isWanted) =>
  optionsOf(wordCalls.useGetApiHooksQuery(undefined, { skip: !isWanted }))
const useRuleOptions: UseOptions = (_search, _chosen, isWanted) =>
  optionsOf(wordCalls.useGetTicketAssignRulesQuery(undefined, { skip: !isWanted }))
const useFieldOptions: UseOptions = (_search, _chosen, isWanted) =>
  optionsOf(wordCalls.useGetEquipmentMetadataQuery(undefined, { skip: !isWanted }))
const useItemOptions: UseOptions = (_search, _chosen, isWanted) =>
  optionsOf(wordCalls.useGetInventoriesQuery({ body: {} }, { skip: !isWanted }))

type Named = Omit<PickerProps, 'label'> & { label?: string }

function makePicker(
  key: 'apiHook' | 'assignRule' | 'metadataField' | 'inventoryItem',
  useOptions: UseOptions,
) {
  return function WordPicker(props: Named) {
    const { t } = useTranslation('entities')
    const whole = { ...props, label: props.label ?? t(key) } as PickerProps
    return <Picker {...whole} useOptions={useOptions} />
  }
}

export const ApiHookPicker = makePicker('apiHook', useHookOptions)
export const AssignRulePicker = makePicker('assignRule', useRuleOptions)
export const MetadataFieldPicker = makePicker('metadataField', useFieldOptions)
export const InventoryItemPicker = makePicker('inventoryItem', useItemOptions)

/** The states of one ticket type; the type is chosen first (spec section 5). */
export function TicketStatePicker({ ticketTypeId, ...props }: Named & { ticketTypeId: number }) {
  const { t } = useTranslation('entities')
  const useStateOptions: UseOptions = () => {
    const { data, isFetching, isError } = ticketCalls.useGetTicketTypesQuery()
    const states = data?.rows.find(({ id }) => id === ticketTypeId)?.states ?? []
    return {
      found: states.map(({ id, name, colour }) => ({
        value: id,
        text: name,
        label: <ColourTag colour={colour}>{name}</ColourTag>,
      })),
      isFetching,
      isAnswered: data !== undefined,
      hasFailed: isError,
      filtersItself: true,
    }
  }
  const whole = { ...props, label: props.label ?? t('ticketState') } as PickerProps
  return <Picker {...whole} useOptions={useStateOptions} />
}
