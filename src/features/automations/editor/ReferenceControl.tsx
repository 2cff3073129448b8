import { Button } from 'antd'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReferenceKind } from '#contract/journal/references.ts'
import { DutyPicker } from '#entities/duties/DutyPicker.tsx'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import {
  EquipmentStatusPicker,
  EquipmentTypePicker,
  RolePicker,
  UserPicker,
} from '#entities/pickers/pickers.tsx'
import { ProcedurePicker } from '#entities/pickers/ProcedurePicker.tsx'
import {
  ApiHookPicker,
  AssignRulePicker,
  InventoryItemPicker,
  MetadataFieldPicker,
} from '#entities/pickers/wordPickers.tsx'
import { SensorTypePicker } from '#entities/pickers/SensorTypePicker.tsx'
import { TicketTypePicker } from '#entities/tickets/TicketTypePicker.tsx'
import { OneTicketType } from './actions/OneTicketType.tsx'

const opened = { defaultOpen: true, autoFocus: true } as const

interface OneProps {
  value: number | null
  onChange: (id: number | null) => void
}
interface ManyProps {
  value: readonly number[]
  onChange: (ids: number[]) => void
}
interface Picker {
  One: ComponentType<OneProps & typeof opened & { allowClear: false }>
  Many: ComponentType<ManyProps & typeof opened & { multiple: true }>
}
const both = (Both: Picker['One'] & Picker['Many']): Picker => ({ One: Both, Many: Both })

/** Kinds that are picked without another choice before. */
const pickers: Partial<Record<ReferenceKind, Picker>> = {
  apiHook: both(ApiHookPicker),
  assignRule: both(AssignRulePicker),
  duty: both(DutyPicker),
  equipmentStatus: both(EquipmentStatusPicker),
  equipmentType: both(EquipmentTypePicker),
  inventoryItem: both(InventoryItemPicker),
  location: both(LocationTreePicker),
  metadataField: both(MetadataFieldPicker),
  procedure: both(ProcedurePicker),
  role: both(RolePicker),
  sensorType: { One: OneSensorType, Many: ManySensorTypes },
  ticketType: { One: OneTicketType, Many: ManyTicketTypes },
  user: both(UserPicker),
}

function OneSensorType(props: OneProps) {
  const { t } = useTranslation('automations')
  return <SensorTypePicker {...opened} label={t('blankName.sensorTypes')} {...props} />
}

function ManySensorTypes(props: ManyProps) {
  const { t } = useTranslation('automations')
  return <SensorTypePicker {...opened} multiple label={t('blankName.sensorTypes')} {...props} />
}

function ManyTicketTypes(props: ManyProps) {
  const { t } = useTranslation('automations')
  return <TicketTypePicker {...opened} multiple label={t('blank.ticketTypes')} {...props} />
}

interface Props {
  of: ReferenceKind
  /** True if an empty choice stands for all. */
  isAllWithout: boolean
  value: number | null | readonly number[]
  onChange: (next: number | null | number[]) => void
  close: () => void
}

export function ReferenceControl({ of, isAllWithout, value, onChange, close }: Props) {
  const { t } = useTranslation('automations')
  const picker = pickers[of]
  if (picker === undefined) return null
  const { One, Many } = picker
  if (isList(value)) return <Many {...opened} multiple value={value} onChange={onChange} />
  const choose = (id: number | null) => {
    onChange(id)
    close()
  }
  return (
    <>
      <One {...opened} allowClear={false} value={value} onChange={choose} />
      {isAllWithout && value !== null && (
        <Button size="small" type="link" onClick={() => choose(null)}>
          {t(of === 'ticketType' ? 'anyType' : 'anyItem')}
        </Button>
      )}
    </>
  )
}

const isList = (value: Props['value']): value is readonly number[] => Array.isArray(value)
