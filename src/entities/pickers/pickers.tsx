/** The pickers of the whole product. Each takes `label`, `value`, `onChange` and, for several, `multiple`. */
import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours'
import { ColourTag } from '../../ui/marks.tsx'
import { equipmentCalls, nounCalls, peopleCalls, procedureCalls } from '../calls.ts'
import { Picker, withChosen, type Option, type PickerProps, type UseOptions } from './Picker.tsx'

const SHOWN = 30
const ALL = 500

interface Tiny { id: number | null; name: string }

/** Spec section 3: a tiny equipment is displayed as id-name. */
export const equipmentName = (tiny: Tiny): string => `${tiny.id ?? '-'}-${tiny.name}`

function tinyOptions(rows: readonly Tiny[] | undefined, nameOf: (row: Tiny) => string): Option[] {
  return (rows ?? []).flatMap((row) => (row.id === null ? [] : [{ value: row.id, label: <bdi>{nameOf(row)}</bdi>, text: nameOf(row) }]))
}

const question = (search: string) => ({ limit: SHOWN, sort: 'name' as const, ...(search === '' ? {} : { search }) })

const useEquipmentOptions: UseOptions = (search, chosen, isWanted) => {
  const found = equipmentCalls.useListTinyEquipmentQuery({ body: question(search) }, { skip: !isWanted })
  const known = equipmentCalls.useListTinyEquipmentQuery({ body: { ids: [...chosen], limit: ALL } }, { skip: chosen.length === 0 })
  return {
    options: withChosen(tinyOptions(found.data?.rows, equipmentName), tinyOptions(known.data?.rows, equipmentName)),
    isFetching: found.isFetching, filtersItself: false, ...(found.data === undefined ? {} : { count: found.data.count }),
  }
}

const plainName = (row: Tiny): string => row.name

const useProcedureOptions: UseOptions = (search, chosen, isWanted) => {
  const found = procedureCalls.useListTinyProceduresQuery({ body: question(search) }, { skip: !isWanted })
  const known = procedureCalls.useListTinyProceduresQuery({ body: { ids: [...chosen], limit: ALL } }, { skip: chosen.length === 0 })
  return {
    options: withChosen(tinyOptions(found.data?.rows, plainName), tinyOptions(known.data?.rows, plainName)),
    isFetching: found.isFetching, filtersItself: false, ...(found.data === undefined ? {} : { count: found.data.count }),
  }
}

const useUserOptions: UseOptions = (search, chosen, isWanted) => {
  const found = peopleCalls.useListTinyUsersQuery({ body: question(search) }, { skip: !isWanted })
  const known = peopleCalls.useListTinyUsersQuery({ body: { ids: [...chosen], limit: ALL } }, { skip: chosen.length === 0 })
  return {
    options: withChosen(tinyOptions(found.data?.rows, plainName), tinyOptions(known.data?.rows, plainName)),
    isFetching: found.isFetching, filtersItself: false, ...(found.data === undefined ? {} : { count: found.data.count }),
  }
}

const everything = { body: { limit: ALL, sort: 'name' as const } }

interface NounAnswer { data?: { rows: readonly { id: number; name: string; colour?: Colour }[] } | undefined; isFetching: boolean }

function nounOptions(answer: NounAnswer) {
  return {
    options: (answer.data?.rows ?? []).map((row) => ({
      value: row.id, text: row.name, label: row.colour === undefined ? <bdi>{row.name}</bdi> : <ColourTag colour={row.colour}>{row.name}</ColourTag>,
    })),
    isFetching: answer.isFetching, filtersItself: true,
  }
}

const useEquipmentTypeOptions: UseOptions = (_search, _chosen, isWanted) => nounOptions(nounCalls.useListEquipmentTypesQuery(everything, { skip: !isWanted }))
const useEquipmentStatusOptions: UseOptions = (_search, _chosen, isWanted) => nounOptions(nounCalls.useListEquipmentStatusesQuery(everything, { skip: !isWanted }))
const useLocationTypeOptions: UseOptions = (_search, _chosen, isWanted) => nounOptions(nounCalls.useListLocationTypesQuery(everything, { skip: !isWanted }))
const useTagOptions: UseOptions = (_search, _chosen, isWanted) => nounOptions(nounCalls.useListTagsQuery(everything, { skip: !isWanted }))
const useRoleOptions: UseOptions = (_search, _chosen, isWanted) => nounOptions(peopleCalls.useListRolesQuery(everything, { skip: !isWanted }))
const useProcedureTypeOptions: UseOptions = (_search, _chosen, isWanted) => nounOptions(nounCalls.useListProcedureTypesQuery(everything, { skip: !isWanted }))

/** Without a label a picker names itself. */
type Named = Omit<PickerProps, 'label'> & { label?: string }
type NameKey = 'equipment' | 'procedure' | 'person' | 'equipmentType' | 'equipmentStatus' | 'locationType' | 'tag' | 'procedureType' | 'role'

function makePicker(key: NameKey, useOptions: UseOptions) {
  return function NamedPicker(props: Named) {
    const { t } = useTranslation('entities')
    const whole = { ...props, label: props.label ?? t(key) } as PickerProps // the union's two halves survive the spread, which the compiler does not see
    return <Picker {...whole} useOptions={useOptions} />
  }
}

type Everything = typeof everything
/** A picker for a noun whose calls a feature brings along. */
export function makeNounPicker(useRows: (input: Everything, options: { skip: boolean }) => NounAnswer) {
  const useOptions: UseOptions = (_search, _chosen, isWanted) => nounOptions(useRows(everything, { skip: !isWanted }))
  return function FeaturePicker(props: PickerProps) {
    return <Picker {...props} useOptions={useOptions} />
  }
}

export const EquipmentPicker = makePicker('equipment', useEquipmentOptions)
export const ProcedurePicker = makePicker('procedure', useProcedureOptions)
export const UserPicker = makePicker('person', useUserOptions)
export const EquipmentTypePicker = makePicker('equipmentType', useEquipmentTypeOptions)
export const EquipmentStatusPicker = makePicker('equipmentStatus', useEquipmentStatusOptions)
export const LocationTypePicker = makePicker('locationType', useLocationTypeOptions)
export const TagPicker = makePicker('tag', useTagOptions)
export const RolePicker = makePicker('role', useRoleOptions)
export const ProcedureTypePicker = makePicker('procedureType', useProcedureTypeOptions)
