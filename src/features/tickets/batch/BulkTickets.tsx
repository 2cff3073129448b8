import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketPriority } from '#contract/rules/ticketDue.ts'
import { MAX_TICKET_BATCH } from '#contract/ticketBatchBounds.ts'
import type { TicketBatchChange } from '#contract/ticketBatches.ts'
import { AssigneePicker } from '#entities/tickets/AssigneePicker.tsx'
import { PrioritySelect } from '#entities/tickets/PrioritySelect.tsx'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { asId } from '#lib/ids.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import { Select } from '#ui/form/Select.tsx'
import { BulkBar } from '#ui/list/BulkBar.tsx'
import { usePreviewTicketBatchQuery } from './calls.ts'
import { useOutcomeText } from './useOutcomeText.ts'
import { useTicketBatch, type TicketOrder } from './useTicketBatch.tsx'
import styles from './BulkTickets.module.css'

const kinds = ['state', 'assignee', 'nobody', 'priority'] as const
type Kind = (typeof kinds)[number]
const ticketCategories = ['open', 'inProgress', 'waiting', 'closed'] as const

interface Props {
  selected: readonly { id: number; version: number }[]
  question: Extract<TicketOrder['which'], { question: unknown }>['question']
  matching: number
  isAll: boolean
  /** Types whose states are offered; all if empty. */
  typeIds: readonly number[]
  onSelectAll(): void
  onDone(): void
}

/** Changes state, assignee or priority of the selected tickets. */
export function BulkTickets({ selected, question, matching, isAll, typeIds, ...does }: Props) {
  const { t } = useTranslation('tickets')
  const [kind, setKind] = useState<Kind>('state')
  const [state, setState] = useState<string | null>(null)
  const [assigneeId, setAssigneeId] = useState<number | null>(null)
  const [priority, setPriority] = useState<TicketPriority | null>(null)
  const { data: types } = ticketCalls.useGetTicketTypesQuery()
  const batch = useTicketBatch()
  const outcomeText = useOutcomeText()
  const isTooMany = !isAll && selected.length > MAX_TICKET_BATCH
  const change = changeOf({ kind, state, assigneeId, priority })
  const order: TicketOrder | null =
    change === null || isTooMany
      ? null
      : {
          which: isAll
            ? { question }
            : {
                tickets: selected.map(({ id, version }) => ({ id: asId('ticket', id), version })),
              },
          change,
        }
  const preview = usePreviewTicketBatchQuery(
    { body: order ?? { which: { question }, change: { kind: 'priority', priority: 'normal' } } },
    { skip: order === null, refetchOnMountOrArgChange: true },
  )
  const seen = order === null || preview.isFetching ? undefined : preview.data
  const offered = (types?.rows ?? []).filter(
    ({ id }) => typeIds.length === 0 || typeIds.includes(id),
  )
  return (
    <BulkBar
      label={t('batch.label')}
      selected={selected.length}
      matching={matching}
      isAll={isAll}
      onSelectAll={does.onSelectAll}
      onClear={does.onDone}
      foot={
        seen !== undefined && (
          <p className={styles.preview} role="status">
            <strong>{t('batch.change', { count: seen.change })}</strong>{' '}
            {outcomeText(seen).join(' ')}
          </p>
        )
      }
    >
      <Select<Kind>
        aria-label={t('batch.what')}
        popupMatchSelectWidth={false}
        value={kind}
        onChange={setKind}
        options={kinds.map((value) => ({ value, label: t(`batch.kind.${value}`) }))}
      />
      {kind === 'state' && (
        <Select<string>
          aria-label={t('column.state')}
          placeholder={t('column.state')}
          popupMatchSelectWidth={false}
          style={{ minInlineSize: 160 }}
          showSearch
          filterOption={foundBy('label')}
          {...(state !== null && { value: state })}
          onChange={setState}
          options={[
            {
              label: t('batch.anyType'),
              options: ticketCategories.map((category) => ({
                value: category,
                label: t(`category.${category}`),
              })),
            },
            ...offered.map((type) => ({
              label: type.name,
              options: type.states.map((one) => ({ value: String(one.id), label: one.name })),
            })),
          ]}
        />
      )}
      {kind === 'assignee' && (
        <AssigneePicker
          equipmentId={null}
          locationId={null}
          label={t('column.assignee')}
          value={assigneeId}
          onChange={setAssigneeId}
        />
      )}
      {kind === 'priority' && (
        <PrioritySelect
          placeholder={t('column.priority')}
          value={priority}
          onChange={setPriority}
        />
      )}
      <Button
        type="primary"
        disabled={seen === undefined || seen.change === 0}
        loading={batch.isBusy}
        onClick={() => {
          if (order !== null)
            void batch.run(order, seen).then((isChanged) => {
              if (isChanged) does.onDone()
            })
        }}
      >
        {t('batch.apply')}
      </Button>
      {isTooMany && (
        <span role="status">
          {t('batch.cut', { count: selected.length - MAX_TICKET_BATCH, most: MAX_TICKET_BATCH })}
        </span>
      )}
      {batch.dialog}
    </BulkBar>
  )
}

interface Chosen {
  kind: Kind
  state: string | null
  assigneeId: number | null
  priority: TicketPriority | null
}

/** Null while nothing is chosen. */
function changeOf({ kind, state, assigneeId, priority }: Chosen): TicketBatchChange | null {
  if (kind === 'nobody') return { kind: 'assignee', assigneeId: null }
  if (kind === 'assignee')
    return assigneeId === null ? null : { kind, assigneeId: asId('user', assigneeId) }
  if (kind === 'priority') return priority === null ? null : { kind, priority }
  if (state === null) return null
  const category = ticketCategories.find((one) => one === state)
  return {
    kind,
    to: category === undefined ? { stateId: asId('ticketState', Number(state)) } : { category },
  }
}
