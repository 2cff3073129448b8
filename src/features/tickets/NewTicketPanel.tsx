import { Form, Input } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { TicketPriority } from '#contract/rules/ticketDue.ts'
import { MetadataFields } from '#entities/metadata/MetadataFields.tsx'
import { metadataBody, type MetadataValues } from '#entities/metadata/values.tsx'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { EquipmentPicker, OrgEntityPicker } from '#entities/pickers/pickers.tsx'
import { AssigneePicker } from '#entities/tickets/AssigneePicker.tsx'
import { PrioritySelect } from '#entities/tickets/PrioritySelect.tsx'
import { TicketTypePicker } from '#entities/tickets/TicketTypePicker.tsx'
import { useSubmitTicketWork } from '#entities/tickets/useSubmitTicketWork.ts'
import { useClientKey } from '#lib/clientKey.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'

interface Values {
  title: string
  ticketTypeId: number | null
  description: string
  equipmentId: number | null
  locationId: number | null
  assigneeId: number | null
  orgEntityId: number | null
  priority: TicketPriority | null
  metadata: MetadataValues
}
const empty: Values = {
  title: '',
  ticketTypeId: null,
  description: '',
  equipmentId: null,
  locationId: null,
  assigneeId: null,
  orgEntityId: null,
  priority: null,
  metadata: {},
}

/** Opens a ticket by hand. Offline, it waits on this device and is sent automatically. */
export function NewTicketPanel({
  onClose,
  onOpened,
}: {
  onClose: () => void
  onOpened: (ticketId: number) => void
}) {
  const { t } = useTranslation(['tickets', 'common', 'entities', 'notices'])
  const dispatch = useDispatch()
  const key = useClientKey()
  const sendOff = useSubmitTicketWork()
  /** If null, the ticket waits on this device. */
  const opened = useRef<number | null>(null)
  const handleSave = async ({ title, ticketTypeId, description, priority, ...rest }: Values) => {
    const { equipmentId, locationId, metadata, ...more } = rest
    const ownValues = metadataBody(metadata)
    const work = {
      kind: 'report' as const,
      title,
      ticketTypeId: ticketTypeId ?? 0,
      equipmentId,
      locationId,
      placeName: null,
      more: {
        ...more,
        ...(priority === null ? {} : { priority }),
        ...(ownValues.length === 0 ? {} : { metadata: ownValues }),
        description: description.trim() === '' ? null : description,
      },
    }
    const answer = await sendOff({ title, work, clientKey: key.keyOf(work) })
    if (answer.kind === 'refused') throw answer.failure
    key.done()
    opened.current = answer.kind === 'recorded' ? answer.id : null
    const isThere = answer.kind === 'recorded'
    dispatch(
      toastAdded({
        level: isThere ? 'success' : 'info',
        message: isThere ? t('notices:itemCreated') : t('newWaits'),
      }),
    )
  }
  const needed = [{ required: true, message: t('common:required') }]
  return (
    <DetailPanel title={t('new')} onClose={onClose}>
      <EntityForm<Values>
        initial={empty}
        onSave={handleSave}
        onSaved={() => (opened.current === null ? onClose() : onOpened(opened.current))}
        onCancel={onClose}
        submitLabel={t('openTicket')}
      >
        <Form.Item
          name="title"
          label={t('column.title')}
          rules={[{ required: true, whitespace: true, message: t('common:required') }]}
        >
          <Input dir="auto" maxLength={200} autoFocus />
        </Form.Item>
        <Form.Item name="ticketTypeId" label={t('column.type')} rules={needed}>
          <TicketTypePicker label={t('column.type')} />
        </Form.Item>
        <Form.Item name="priority" label={t('column.priority')}>
          <PrioritySelect placeholder={t('priority.byType')} />
        </Form.Item>
        <Form.Item name="equipmentId" label={t('equipment')}>
          <EquipmentPicker />
        </Form.Item>
        <Form.Item name="locationId" label={t('location')}>
          <LocationTreePicker />
        </Form.Item>
        <AssigneeField />
        <Form.Item name="orgEntityId" label={t('entities:field_orgEntity')}>
          <OrgEntityPicker />
        </Form.Item>
        <Form.Item name="description" label={t('description')}>
          <Input.TextArea dir="auto" autoSize={{ minRows: 3, maxRows: 10 }} maxLength={10_000} />
        </Form.Item>
        <TicketMetadata />
      </EntityForm>
    </DetailPanel>
  )
}

function AssigneeField() {
  const { t } = useTranslation('tickets')
  const form = Form.useFormInstance<Values>()
  const equipmentId = Form.useWatch('equipmentId', form) ?? null
  const locationId = Form.useWatch('locationId', form) ?? null
  return (
    <Form.Item name="assigneeId" label={t('column.assignee')}>
      <AssigneePicker equipmentId={equipmentId} locationId={locationId} />
    </Form.Item>
  )
}

function TicketMetadata() {
  const typeId = Form.useWatch<number | null | undefined>('ticketTypeId')
  return <MetadataFields of="ticket" typeId={typeId} />
}
