/**
 * The product's pickers. Each takes `label`, `value`, `onChange` and, for several values,
 * `multiple`.
 */
import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import { referenceListCalls } from '#entities/calls/referenceLists.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import { orgEntityCalls } from '#entities/calls/orgEntities.ts'
import { Picker, optionsOf, type Option, type PickerProps, type UseOptions } from './Picker.tsx'

const SHOWN = 30
export const ALL = 500

interface Tiny {
  id: number | null
  name: string
}

/**
 * Spec section 3: tiny equipment is displayed as id-name, and the placeholder without an id by its
 * name.
 */
export const equipmentName = ({ id, name }: Tiny): string => (id === null ? name : `${id}-${name}`)

/** Omits the placeholder: the field has a clear button instead. */
export function tinyOptions(rows: readonly Tiny[], nameOf: (row: Tiny) => string): Option[] {
  return rows.flatMap((row) =>
    row.id === null ? [] : [{ value: row.id, label: <bdi>{nameOf(row)}</bdi>, text: nameOf(row) }],
  )
}

export const tinyQuestion = (search: string) => ({
  limit: SHOWN,
  sort: 'name' as const,
  ...(search === '' ? {} : { search }),
})

const useEquipmentOptions: UseOptions = (search, chosen, isWanted) => {
  const found = equipmentCalls.useListTinyEquipmentQuery(
    { body: tinyQuestion(search) },
    { skip: !isWanted },
  )
  const known = equipmentCalls.useListTinyEquipmentQuery(
    { body: { ids: chosen.slice(0, ALL), limit: ALL } },
    { skip: chosen.length === 0 },
  )
  return optionsOf(found, known, (rows) => tinyOptions(rows, equipmentName))
}

export const plainName = (row: Tiny): string => row.name

const useUserOptions: UseOptions = (search, chosen, isWanted) => {
  const found = peopleCalls.useListTinyUsersQuery(
    { body: tinyQuestion(search) },
    { skip: !isWanted },
  )
  const known = peopleCalls.useListTinyUsersQuery(
    { body: { ids: chosen.slice(0, ALL), limit: ALL } },
    { skip: chosen.length === 0 },
  )
  return optionsOf(found, known, (rows) => tinyOptions(rows, plainName))
}

interface ReferenceItem {
  id: number
  name: string
  colour?: Colour
}
interface ReferenceItems {
  count: number
  rows: readonly ReferenceItem[]
}
interface ReferenceListAnswer {
  data?: ReferenceItems | undefined
  currentData?: ReferenceItems | undefined
  isFetching: boolean
  isError: boolean
}
interface ReferenceListQuestion {
  limit: number
  sort: 'name'
  search?: string
  ids?: number[]
}
type UseRows = (
  input: { body: ReferenceListQuestion },
  options: { skip: boolean },
) => ReferenceListAnswer
type UsePermitted = (
  input: { params: { limit: number; search?: string } },
  options: { skip: boolean },
) => ReferenceListAnswer

const referenceOptions = (rows: readonly ReferenceItem[]): Option[] =>
  rows.map((row) => ({
    value: row.id,
    text: row.name,
    label:
      row.colour === undefined ? (
        <bdi>{row.name}</bdi>
      ) : (
        <ColourTag colour={row.colour}>{row.name}</ColourTag>
      ),
  }))

type UseFound = (search: string, isWanted: boolean) => ReferenceListAnswer

const amongAll =
  (useRows: UseRows): UseFound =>
  (search, isWanted) =>
    useRows({ body: tinyQuestion(search) }, { skip: !isWanted })
const amongPermitted =
  (usePermitted: UsePermitted): UseFound =>
  (search, isWanted) =>
    usePermitted(
      { params: { limit: SHOWN, ...(search !== '' && { search }) } },
      { skip: !isWanted },
    )

/** Loads chosen entries by id, because the loaded page may not contain them. */
function referenceOptionsOf(useRows: UseRows, useFound: UseFound = amongAll(useRows)): UseOptions {
  return (search, chosen, isWanted) => {
    const found = useFound(search, isWanted)
    const known = useRows(
      { body: { ids: chosen.slice(0, ALL), limit: ALL, sort: 'name' } },
      { skip: chosen.length === 0 },
    )
    return optionsOf(found, known, referenceOptions)
  }
}

// Only permitted types may be chosen (spec section 5).
const useEquipmentTypeOptions = referenceOptionsOf(
  referenceListCalls.useListEquipmentTypesQuery,
  amongPermitted(referenceListCalls.useListPermittedEquipmentTypesQuery),
)
const useLocationTypeOptions = referenceOptionsOf(
  referenceListCalls.useListLocationTypesQuery,
  amongPermitted(referenceListCalls.useListPermittedLocationTypesQuery),
)
const useProcedureTypeOptions = referenceOptionsOf(
  referenceListCalls.useListProcedureTypesQuery,
  amongPermitted(referenceListCalls.useListPermittedProcedureTypesQuery),
)
const useEquipmentStatusOptions = referenceOptionsOf(
  referenceListCalls.useListEquipmentStatusesQuery,
)
const useTagOptions = referenceOptionsOf(referenceListCalls.useListTagsQuery)
const useRoleOptions = referenceOptionsOf(peopleCalls.useListRolesQuery)
const useOrgEntityOptions = referenceOptionsOf(orgEntityCalls.useListOrgEntitiesQuery)
/** Real ids are never 0. */
export const NO_STATUS = 0
/** For pickers where 'no status' is a choice, distinct from an empty field. */
const useStatusOrNoneOptions: UseOptions = (search, chosen, isWanted) => {
  const { t } = useTranslation('entities')
  const { found, ...rest } = useEquipmentStatusOptions(
    search,
    chosen.filter((id) => id !== NO_STATUS),
    isWanted,
  )
  const none = t('noStatus')
  return {
    ...rest,
    found: [
      ...found,
      { value: NO_STATUS, text: none, label: <span className="quiet">{none}</span> },
    ],
  }
}

/** Without a label a picker uses its default name. */
type Named = Omit<PickerProps, 'label'> & { label?: string }
type NameKey =
  | 'equipment'
  | 'procedure'
  | 'person'
  | 'equipmentType'
  | 'equipmentStatus'
  | 'locationType'
  | 'tag'
  | 'procedureType'
  | 'role'
  | 'orgEntity'

export function makePicker(key: NameKey, useOptions: UseOptions) {
  return function NamedPicker(props: Named) {
    const { t } = useTranslation('entities')
    // The cast is safe: a spread keeps the union's two halves, which the compiler does not see.
    const whole = { ...props, label: props.label ?? t(key) } as PickerProps
    return <Picker {...whole} useOptions={useOptions} />
  }
}

export function makeReferencePicker(useRows: UseRows) {
  const useOptions = referenceOptionsOf(useRows)
  return function FeaturePicker(props: PickerProps) {
    return <Picker {...props} useOptions={useOptions} />
  }
}

export const EquipmentPicker = makePicker('equipment', useEquipmentOptions)
export const UserPicker = makePicker('person', useUserOptions)
export const EquipmentTypePicker = makePicker('equipmentType', useEquipmentTypeOptions)
export const StatusOrNonePicker = makePicker('equipmentStatus', useStatusOrNoneOptions)
export const EquipmentStatusPicker = makePicker('equipmentStatus', useEquipmentStatusOptions)
export const LocationTypePicker = makePicker('locationType', useLocationTypeOptions)
export const TagPicker = makePicker('tag', useTagOptions)
export const OrgEntityPicker = makePicker('orgEntity', useOrgEntityOptions)
export const RolePicker = makePicker('role', useRoleOptions)
export const ProcedureTypePicker = makePicker('procedureType', useProcedureTypeOptions)
