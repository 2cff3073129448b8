import { Button, Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EquipmentPicker } from '#entities/pickers/pickers.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { linkCalls } from '#entities/tickets/linkCalls.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useConfirmDelete } from '#ui/dialog/useConfirm.ts'
import styles from './bulk.module.css'

const choices = ['keep', 'close', 'move'] as const
type Choice = (typeof choices)[number]
interface Asked {
  id: number
  name: string
  /** Open tickets. */
  count: number
}
interface Decision {
  choice: Choice
  to: number | null
}

/**
 * Asks before an equipment is deleted and, if it has open tickets, closes or moves them. `ask`
 * returns false if the equipment is to stay.
 */
export function useDeleteQuestion(): {
  ask(equipment: { id: number; name: string }): Promise<boolean>
  dialog: ReactNode
} {
  const { t } = useTranslation('equipment')
  const mayHandle = useMay('editor|tickets')
  const confirmDelete = useConfirmDelete()
  const [countOpen] = ticketCalls.useLazyListTicketsQuery()
  const [settle] = linkCalls.useSettleOpenTicketsMutation()
  const [asked, setAsked] = useState<(Asked & { answer(to: Decision | null): void }) | null>(null)
  async function ask({ id, name }: { id: number; name: string }): Promise<boolean> {
    const open = await countOpen({
      body: {
        limit: 1,
        categories: ['open', 'inProgress', 'waiting'],
        filter: { equipmentIds: [id] },
      },
    })
    const count = open.data?.count ?? 0
    if (count === 0) return confirmDelete(name, t('deleteHint'))
    if (!mayHandle) return confirmDelete(name, t('openTickets.stay', { count }))
    const decision = await new Promise<Decision | null>((answer) =>
      setAsked({ id, name, count, answer }),
    )
    setAsked(null)
    if (decision === null) return false
    if (decision.choice === 'keep') return true
    const moveTo = decision.choice === 'move' ? decision.to : null
    const { error } = await settle({ params: { id }, body: { moveTo } })
    return error === undefined
  }
  return { ask, dialog: asked !== null && <DeleteDialog asked={asked} onAnswer={asked.answer} /> }
}

function DeleteDialog({
  asked: { id, name, count },
  onAnswer,
}: {
  asked: Asked
  onAnswer(decision: Decision | null): void
}) {
  const { t } = useTranslation(['equipment', 'common'])
  const [decision, setDecision] = useState<Decision>({ choice: 'keep', to: null })
  const isDecided = decision.choice !== 'move' || (decision.to !== null && decision.to !== id)
  return (
    <Dialog
      open
      title={t('openTickets.title', { name })}
      onCancel={() => onAnswer(null)}
      footer={[
        <Button key="cancel" onClick={() => onAnswer(null)}>
          {t('common:cancel')}
        </Button>,
        <Button
          key="ok"
          type="primary"
          danger
          disabled={!isDecided}
          onClick={() => onAnswer(decision)}
        >
          {t('common:delete')}
        </Button>,
      ]}
    >
      <p>{t('openTickets.count', { count })}</p>
      <Radio.Group
        className={styles.choices}
        aria-label={t('openTickets.count', { count })}
        value={decision.choice}
        onChange={({ target }) => setDecision({ ...decision, choice: target.value as Choice })}
        options={choices.map((value) => ({ value, label: t(`openTickets.${value}`) }))}
      />
      {decision.choice === 'move' && (
        <EquipmentPicker
          label={t('openTickets.to')}
          value={decision.to}
          taken={[id]}
          onChange={(to: number | null) => setDecision({ ...decision, to })}
        />
      )}
    </Dialog>
  )
}
