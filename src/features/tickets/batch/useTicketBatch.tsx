import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { Input } from '#contract/endpoint.ts'
import type { TicketBatchPreview, ticketBatches } from '#contract/ticketBatches.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { useUndoableToast } from '#ui/feedback/toaster/undo.ts'
import {
  useChangeTicketsMutation,
  useLazyPreviewTicketBatchQuery,
  useUndoTicketBatchMutation,
} from './calls.ts'
import { ClosingMany } from './ClosingMany.tsx'
import { useOutcomeText } from './useOutcomeText.ts'

export type TicketOrder = Omit<Input<typeof ticketBatches.changeTickets>['body'], 'failures'>
type Failures = Input<typeof ticketBatches.changeTickets>['body']['failures']

interface TicketBatch {
  /** Asks what closing asks, changes, and offers the undo. Resolves to true if it was changed. */
  run(order: TicketOrder, seen?: TicketBatchPreview): Promise<boolean>
  dialog: ReactNode
  isBusy: boolean
}

/** One change of one or many tickets, from the list and the board alike. */
export function useTicketBatch(): TicketBatch {
  const { t } = useTranslation('tickets')
  const dispatch = useDispatch()
  const showUndoable = useUndoableToast()
  const outcomeText = useOutcomeText()
  const [preview, previewing] = useLazyPreviewTicketBatchQuery()
  const [change, changing] = useChangeTicketsMutation()
  const [undo] = useUndoTicketBatchMutation()
  const [asked, setAsked] = useState<{
    asks: TicketBatchPreview['asks']
    answer(failures: Failures | null): void
  } | null>(null)

  const answersTo = (asks: TicketBatchPreview['asks']) =>
    new Promise<Failures | null>((resolve) => {
      setAsked({
        asks,
        answer(failures) {
          setAsked(null)
          resolve(failures)
        },
      })
    })
  const handleUndo = async (id: number) => {
    const { data } = await undo({ params: { id } })
    if (data === undefined) return
    const lines = [
      ...(data.restored > 0 ? [t('batch.restored', { count: data.restored })] : []),
      ...(data.left > 0 ? [t('batch.notRestored', { count: data.left })] : []),
    ]
    dispatch(
      toastAdded({ level: data.left > 0 ? 'warning' : 'success', message: lines.join('\n') }),
    )
  }
  return {
    isBusy: previewing.isFetching || changing.isLoading,
    dialog: asked !== null && (
      <ClosingMany
        asks={asked.asks}
        onClose={(failures) => asked.answer(failures)}
        onCancel={() => asked.answer(null)}
      />
    ),
    async run(order, seen) {
      const expected = seen ?? (await preview({ body: order })).data
      if (expected === undefined) return false
      const failures = expected.asks.length === 0 ? undefined : await answersTo(expected.asks)
      if (failures === null) return false
      const { data } = await change({ body: { ...order, ...(failures && { failures }) } })
      if (data === undefined) return false
      const { id } = data
      const message = [
        data.change > 0 ? t('batch.done', { count: data.change }) : t('batch.none'),
        ...outcomeText(data),
      ].join('\n')
      if (id === null) dispatch(toastAdded({ level: 'warning', message }))
      else
        showUndoable(
          { level: data.left.length > 0 ? 'warning' : 'success', message },
          () => void handleUndo(id),
        )
      return id !== null
    },
  }
}
