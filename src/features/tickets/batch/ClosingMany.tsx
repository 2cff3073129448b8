import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closingNeeds } from '#contract/rules/closing.ts'
import type { TicketBatchPreview } from '#contract/ticketBatches.ts'
import type { GivenFailures } from '#entities/unsent/device.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { answersToSend, FailureFields, isAnswered } from '../FailureFields.tsx'

type Asked = TicketBatchPreview['asks'][number]

interface Props {
  asks: readonly Asked[]
  onClose(failures: { ticketTypeId: Asked['ticketTypeId']; failure: GivenFailures }[]): void
  onCancel(): void
}

/** Asks once for each ticket type what its tickets need before they close. */
export function ClosingMany({ asks, onClose, onCancel }: Props) {
  const { t } = useTranslation(['tickets', 'common'])
  const [answers, setAnswers] = useState<ReadonlyMap<number, GivenFailures>>(new Map())
  const [isChecked, setIsChecked] = useState(false)
  const answersOf = (typeId: number): GivenFailures => answers.get(typeId) ?? {}
  const handleSubmit = () => {
    setIsChecked(true)
    const isMissing = asks.some(
      (one) =>
        closingNeeds({
          asks: one.asks,
          isProcedureOpen: false,
          isAnswered: (kind) => isAnswered(answersOf(one.ticketTypeId)[kind]),
        }).length > 0,
    )
    if (isMissing) return
    onClose(
      asks.map(({ ticketTypeId }) => ({
        ticketTypeId,
        failure: answersToSend(answersOf(ticketTypeId)),
      })),
    )
  }
  return (
    <Dialog
      open
      title={t('closing.title')}
      onCancel={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          <Button type="primary" onClick={handleSubmit}>
            {t('batch.apply')}
          </Button>
        </>
      }
    >
      <Form layout="vertical" onFinish={handleSubmit}>
        {asks.map(({ ticketTypeId, name, count, asks: of, codes }) => (
          <fieldset key={ticketTypeId}>
            <legend>{t('batch.ofType', { type: name, count })}</legend>
            <FailureFields
              idPrefix={`type-${ticketTypeId}`}
              asks={of}
              codes={codes}
              known={null}
              isChecked={isChecked}
              value={answersOf(ticketTypeId)}
              onChange={(next) => setAnswers(new Map([...answers, [ticketTypeId, next]]))}
            />
          </fieldset>
        ))}
        <p className="quiet">{t('batch.keeps')}</p>
      </Form>
    </Dialog>
  )
}
