import { useTranslation } from 'react-i18next'
import type { TicketBatchOutcome } from '#contract/ticketBatches.ts'
import { MAX_TICKET_BATCH } from '#contract/ticketBatchBounds.ts'
import { useFormat } from '#lib/format.tsx'

/** What a change of many tickets leaves as it is, and why. Empty if nothing is left. */
export function useOutcomeText(): (outcome: TicketBatchOutcome) => string[] {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  return ({ same, left, cut }) => {
    const staying = left.reduce((sum, { count }) => sum + count, 0)
    const reasons = format.list(
      left.map(({ reason, count }) =>
        left.length === 1
          ? t(`batch.reason.${reason}`)
          : `${t(`batch.reason.${reason}`)} (${format.number(count)})`,
      ),
    )
    return [
      ...(same > 0 ? [t('batch.same', { count: same })] : []),
      ...(staying > 0 ? [t('batch.stay', { count: staying, reasons })] : []),
      ...(cut > 0 ? [t('batch.cut', { count: cut, most: format.number(MAX_TICKET_BATCH) })] : []),
    ]
  }
}
