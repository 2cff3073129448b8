import type { ComponentType } from 'react'
import type { FilterKey } from '#contract/filter.ts'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import {
  EquipmentPicker,
  EquipmentStatusPicker,
  EquipmentTypePicker,
  LocationTypePicker,
  OrgEntityPicker,
  ProcedureTypePicker,
  TagPicker,
} from '#entities/pickers/pickers.tsx'
import { ProcedurePicker } from '#entities/pickers/ProcedurePicker.tsx'

interface ManyPickerProps {
  label?: string
  multiple: true
  value: readonly number[]
  onChange(value: number[]): void
  defaultOpen?: boolean
  variant?: 'outlined' | 'borderless' | 'filled'
  className?: string
}

type ManyPicker = ComponentType<ManyPickerProps>

export const filterPickers: Record<FilterKey, ManyPicker> = {
  equipmentIds: EquipmentPicker as ManyPicker,
  equipmentTypeIds: EquipmentTypePicker as ManyPicker,
  equipmentStatusIds: EquipmentStatusPicker as ManyPicker,
  locationIds: LocationTreePicker as ManyPicker,
  locationTypeIds: LocationTypePicker as ManyPicker,
  procedureIds: ProcedurePicker as ManyPicker,
  procedureTypeIds: ProcedureTypePicker as ManyPicker,
  tagIds: TagPicker as ManyPicker,
  orgEntityIds: OrgEntityPicker as ManyPicker,
}
