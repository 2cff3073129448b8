import { skipToken } from '@reduxjs/toolkit/query'
import { referenceListCalls } from '#entities/calls/referenceLists.ts'
import {
  EquipmentTypePicker,
  LocationTypePicker,
  ProcedureTypePicker,
} from '#entities/pickers/pickers.tsx'

export const accessScopes = [
  {
    kind: 'equipment',
    flag: 'allEquipment',
    types: 'equipmentTypeIds',
    Picker: EquipmentTypePicker,
    useTypes: referenceListCalls.useListEquipmentTypesQuery,
  },
  {
    kind: 'location',
    flag: 'allLocations',
    types: 'locationTypeIds',
    Picker: LocationTypePicker,
    useTypes: referenceListCalls.useListLocationTypesQuery,
  },
  {
    kind: 'procedure',
    flag: 'allProcedures',
    types: 'procedureTypeIds',
    Picker: ProcedureTypePicker,
    useTypes: referenceListCalls.useListProcedureTypesQuery,
  },
] as const
export type AccessScope = (typeof accessScopes)[number]

export function TypeNames({
  accessScope: { useTypes },
  ids,
}: {
  accessScope: AccessScope
  ids: readonly number[]
}) {
  const { data } = useTypes(
    ids.length === 0 ? skipToken : { body: { ids: [...ids], limit: 500, sort: 'name' } },
  )
  const types = data?.rows ?? []
  return types.map(({ id, name }, index) => (
    <span key={id}>
      {index > 0 && ' · '}
      <bdi>{name}</bdi>
    </span>
  ))
}
