import { Button, Form } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { closingNeeds, type ClosingAsks } from '#contract/rules/closing.ts'
import type { Failure, FailureCode } from '#contract/ticketClosing.ts'
import type { GivenFailures } from '#entities/unsent/device.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { answersOf, answersToSend, FailureFields, isAnswered } from './FailureFields.tsx'

interface Props {
  /** Name of the closed state. */
  state: string
  asks: ClosingAsks
  codes: readonly Pick<FailureCode, 'id' | 'kind' | 'name'>[]
  known: Failure | null
  /** The procedure that must be done first, if it is not done yet. */
  procedureFirst?: ReactNode
  onClose(failure: GivenFailures): void
  onCancel(): void
  /** Further questions of closing. */
  children?: ReactNode
}

/** Asks what a ticket needs before it moves to a closed state. */
export function ClosingDialog({
  state,
  asks,
  codes,
  known,
  procedureFirst = null,
  onClose,
  onCancel,
  children,
}: Props) {
  const { t } = useTranslation(['tickets', 'common'])
  const [failure, setFailure] = useState(() => answersOf(known))
  const [isChecked, setIsChecked] = useState(false)
  const isProcedureOpen = procedureFirst !== null
  const handleSubmit = () => {
    setIsChecked(true)
    const needs = closingNeeds({
      asks,
      isProcedureOpen,
      isAnswered: (kind) => isAnswered(failure[kind]),
    })
    if (needs.length === 0) onClose(answersToSend(failure))
  }
  return (
    <Dialog
      open
      title={t('closing.title')}
      onCancel={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          <Button type="primary" disabled={isProcedureOpen} onClick={handleSubmit}>
            {t('closing.close', { state })}
          </Button>
        </>
      }
    >
      {procedureFirst}
      <Form layout="vertical" onFinish={handleSubmit}>
        <FailureFields
          asks={asks}
          codes={codes}
          known={known}
          isChecked={isChecked}
          value={failure}
          onChange={setFailure}
        />
        {children}
      </Form>
    </Dialog>
  )
}
