import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { TicketPriority } from '#contract/rules/ticketDue.ts'
import { tickets, type TicketDetail } from '#contract/tickets.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { MetadataFields, useGetMetadataFieldsQuery } from '#entities/metadata/MetadataFields.tsx'
import {
  metadataBody,
  metadataInWords,
  metadataValues,
  type MetadataValues,
} from '#entities/metadata/values.tsx'
import { OrgEntityPicker } from '#entities/pickers/pickers.tsx'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { PriorityMark } from '#entities/tickets/PriorityMark.tsx'
import { PrioritySelect } from '#entities/tickets/PrioritySelect.tsx'
import type { GivenFailures } from '#entities/unsent/device.ts'
import { EntityForm } from '#ui/form/EntityForm.tsx'

import { answersOf, answersToSend, FailureFields } from './FailureFields.tsx'

interface Values {
  title: string
  description: string
  orgEntityId: number | null
  priority: TicketPriority
  failure: GivenFailures
  metadata: MetadataValues
}

const valuesOf = (ticket: TicketDetail): Values => ({
  metadata: metadataValues(ticket.metadata),
  failure: answersOf(ticket.failure),
  title: ticket.title,
  priority: ticket.priority,
  orgEntityId: ticket.orgEntity?.id ?? null,
  description: ticket.description ?? '',
})

export function EditTicket({ ticket, onClose }: { ticket: TicketDetail; onClose(): void }) {
  const { t } = useTranslation(['tickets', 'common', 'entities'])
  const [edit] = ticketCalls.useEditTicketMutation()
  const { data: ownFields } = useGetMetadataFieldsQuery({ params: { belongsTo: 'ticket' } })
  const readNow = useFetchNow()
  const handleSave = (
    { title, description, orgEntityId, priority, failure, metadata }: Values,
    version = ticket.version,
  ) =>
    edit({
      params: { id: ticket.id },
      body: {
        title,
        description: description.trim() === '' ? null : description,
        orgEntityId,
        priority,
        failure: answersToSend(failure),
        metadata: metadataBody(metadata),
        version,
      },
    }).unwrap()
  const fetchCurrent = async () => {
    const current = await readNow(tickets.getTicket, { params: { id: ticket.id } })
    return { values: valuesOf(current), version: current.version }
  }
  const describe = (values: Values) => ({
    title: { label: t('column.title'), value: <bdi>{values.title}</bdi> },
    description: {
      label: t('description'),
      value: <bdi>{values.description}</bdi>,
    },
    priority: {
      label: t('column.priority'),
      value: <PriorityMark priority={values.priority} />,
    },
    failure: {
      label: t('closing.filter'),
      value: <bdi>{wordsOf(values.failure, ticket)}</bdi>,
    },
    metadata: metadataInWords(ownFields?.rows ?? [], values.metadata),
    orgEntityId: {
      label: t('entities:field_orgEntity'),
      value: <OrgEntityPicker asText value={values.orgEntityId} />,
    },
  })
  return (
    <EntityForm<Values>
      initial={valuesOf(ticket)}
      version={ticket.version}
      onSave={handleSave}
      onSaved={onClose}
      onCancel={onClose}
      submitLabel={t('common:save')}
      fetchCurrent={fetchCurrent}
      describe={describe}
    >
      <Form.Item
        name="title"
        label={t('column.title')}
        rules={[{ required: true, whitespace: true, message: t('common:required') }]}
      >
        <Input dir="auto" maxLength={200} autoFocus />
      </Form.Item>
      <Form.Item name="priority" label={t('column.priority')} extra={t('priority.recounts')}>
        <PrioritySelect />
      </Form.Item>
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea dir="auto" autoSize={{ minRows: 3, maxRows: 10 }} maxLength={10_000} />
      </Form.Item>
      <Form.Item name="orgEntityId" label={t('entities:field_orgEntity')}>
        <OrgEntityPicker known={ticket.orgEntity === null ? [] : [ticket.orgEntity]} />
      </Form.Item>
      <Form.Item name="failure" noStyle>
        <FailureFields
          asks={ticket.closing.asks}
          codes={ticket.closing.codes}
          known={ticket.failure}
        />
      </Form.Item>
      <MetadataFields of="ticket" typeId={ticket.type.id} />
    </EntityForm>
  )
}

function wordsOf(failure: GivenFailures, { closing, failure: known }: TicketDetail): string {
  const names = new Map([
    ...Object.values(known).flatMap((one) =>
      one === null || one.codeId === null ? [] : [[Number(one.codeId), one.name] as const],
    ),
    ...closing.codes.map(({ id, name }) => [Number(id), name] as const),
  ])
  return Object.values(failure)
    .flatMap((answer) => {
      if (answer === null) return []
      return 'text' in answer ? [answer.text] : [names.get(Number(answer.codeId)) ?? '']
    })
    .join(', ')
}
