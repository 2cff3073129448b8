import { Form, Input } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { TicketPriority } from '#contract/rules/ticketDue'
import { LocationTreePicker } from '../../entities/pickers/LocationTreePicker.tsx'
import { EquipmentPicker, OrgEntityPicker, UserPicker } from '../../entities/pickers/pickers.tsx'
import { ticketCalls } from '../../entities/tickets/calls.ts'
import { PrioritySelect } from '../../entities/tickets/PrioritySelect.tsx'
import { TicketTypePicker } from '../../entities/tickets/TicketTypePicker.tsx'
import { isApiFailure } from '../../api/http.ts'
import { failureNotice } from '../../api/notices.ts'
import { useClientKey } from '../../lib/clientKey.ts'
import { DetailPanel } from '../../ui/DetailPanel.tsx'
import { EntityForm } from '../../ui/EntityForm.tsx'
import { toastAdded } from '../../ui/toaster/toasterSlice.ts'

interface Values {
  title: string
  ticketTypeId: number | null
  description: string
  equipmentId: number | null
  locationId: number | null
  assigneeId: number | null
  orgEntityId: number | null
  priority: TicketPriority | null
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
}

/** A ticket opened by hand. */
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
  const [open] = ticketCalls.useOpenTicketMutation()
  const opened = useRef(0)
  const handleSave = async ({ title, ticketTypeId, description, priority, ...rest }: Values) => {
    const body = {
      ...rest,
      title,
      ticketTypeId: ticketTypeId ?? 0,
      ...(priority === null ? {} : { priority }),
      description: description.trim() === '' ? null : description,
    }
    try {
      const ticket = await open({ body: { ...body, clientKey: key.keyOf(body) } }).unwrap()
      opened.current = ticket.id
    } catch (error) {
      const notice = isApiFailure(error) ? failureNotice(error, {}) : null
      if (notice !== null) dispatch(toastAdded(notice))
      throw error
    }
    dispatch(toastAdded({ level: 'success', message: t('notices:itemCreated') }))
  }
  const needed = [{ required: true, message: t('common:required') }]
  return (
    <DetailPanel title={t('new')} onClose={onClose}>
      <EntityForm<Values>
        initial={empty}
        onSave={handleSave}
        onSaved={() => onOpened(opened.current)}
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
        <Form.Item name="assigneeId" label={t('column.assignee')}>
          <UserPicker />
        </Form.Item>
        <Form.Item name="orgEntityId" label={t('entities:field_orgEntity')}>
          <OrgEntityPicker />
        </Form.Item>
        <Form.Item name="description" label={t('description')}>
          <Input.TextArea dir="auto" autoSize={{ minRows: 3, maxRows: 10 }} maxLength={10_000} />
        </Form.Item>
      </EntityForm>
    </DetailPanel>
  )
}
