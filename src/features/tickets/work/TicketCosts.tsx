import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketDetail } from '#contract/tickets.ts'
import type { TicketCost } from '#contract/ticketWork/ticketCosts.ts'
import type { UsedPart } from '#contract/ticketWork/ticketWork.ts'
import { StoredFileLink } from '#entities/files/StoredFileLink.tsx'
import { costCalls } from '#entities/inventory/costCalls.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { useFormatMoney } from '#lib/useFormatMoney.ts'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { PendingState } from '#ui/feedback/states.tsx'
import { Section } from '#ui/page/Page.tsx'
import { CostForm } from './CostForm.tsx'
import styles from './work.module.css'

/** Shown only with the right to see costs. */
export function TicketCosts({
  ticket,
  parts,
}: {
  ticket: TicketDetail
  parts: readonly UsedPart[]
}) {
  const { t } = useTranslation('ticketWork')
  const money = useFormatMoney()
  const mayEdit = useMay('editor|tickets') && ticket.mergedIntoId === null
  const [edited, setEdited] = useState<TicketCost | 'new' | null>(null)
  const query = costCalls.useGetTicketCostsQuery({ params: { id: ticket.id } })
  const { data } = query
  if (data === undefined)
    return <PendingState failure={query.error} onRetry={() => void query.refetch()} />
  const { currency, costs } = data
  if (currency === null)
    return (
      <Section title={t('costs')}>
        <p className="quiet">{t('chooseCurrency')}</p>
      </Section>
    )
  const priced = data.parts.flatMap(({ movementId, cost }) => {
    const part = parts.find((one) => one.movementId === movementId)
    return cost === null || part === undefined ? [] : [{ part, cost }]
  })
  const isEmpty = costs.length + priced.length === 0
  return (
    <Section title={t('costs')}>
      {isEmpty ? (
        <p className="quiet">{t('noCosts')}</p>
      ) : (
        <>
          <ul className={styles.lines}>
            {costs.map((cost) => (
              <li key={cost.id}>
                <Cost cost={cost} />
                <span className={styles.end}>
                  <bdi className="numbers">{money(cost.amount, currency)}</bdi>
                  {mayEdit && <CostActions cost={cost} onEdit={() => setEdited(cost)} />}
                </span>
              </li>
            ))}
            {priced.map(({ part, cost }) => (
              <li key={`part ${part.movementId}`}>
                <bdi>{part.item.name}</bdi>
                <bdi className="numbers">{money(cost, currency)}</bdi>
              </li>
            ))}
          </ul>
          <p className={styles.sum}>
            <strong>{t('total')}</strong>
            <strong data-testid="cost-total">
              <bdi className="numbers">{money(data.total, currency)}</bdi>
            </strong>
          </p>
        </>
      )}
      {mayEdit && (
        <p className={styles.actions}>
          <Button size="small" onClick={() => setEdited('new')}>
            {t('addCost')}
          </Button>
        </p>
      )}
      {edited !== null && (
        <CostForm
          ticketId={ticket.id}
          currency={currency}
          {...(edited === 'new' ? {} : { cost: edited })}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  )
}

function Cost({ cost: { text, day, orgEntity, file, addedBy } }: { cost: TicketCost }) {
  const format = useFormat()
  return (
    <span className={styles.words}>
      <bdi>{text}</bdi>
      <span className="quiet">
        {format.calendarDay(day)}
        {orgEntity !== null && (
          <>
            {' · '}
            <bdi>{orgEntity.name}</bdi>
          </>
        )}
        {' · '}
        <bdi>{addedBy}</bdi>
      </span>
      {file !== null && <StoredFileLink fileId={file.id} name={file.name} mime={file.mime} />}
    </span>
  )
}

function CostActions({ cost, onEdit }: { cost: TicketCost; onEdit(): void }) {
  const { t } = useTranslation(['ticketWork', 'common'])
  const confirm = useConfirm()
  const [remove, { isLoading }] = costCalls.useDeleteCostMutation()
  const handleDelete = async () => {
    const isSure = await confirm({
      title: t('deleteCost'),
      hint: t('deleteHint'),
      okText: t('common:delete'),
      danger: true,
    })
    if (isSure) await remove({ params: { id: cost.id } })
  }
  return (
    <>
      <Button
        size="small"
        type="text"
        icon={<EditOutlined aria-hidden />}
        aria-label={t('editOf', { text: cost.text })}
        onClick={onEdit}
      />
      <Button
        size="small"
        type="text"
        loading={isLoading}
        icon={<DeleteOutlined aria-hidden />}
        aria-label={t('deleteOf', { text: cost.text })}
        onClick={() => void handleDelete()}
      />
    </>
  )
}
