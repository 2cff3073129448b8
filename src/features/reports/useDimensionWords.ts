import { useTranslation } from 'react-i18next'
import type { TicketDimension } from '#contract/ticketWork/ticketReports.ts'

/** Names of the dimensions of tickets; most are those of procedure logs. */
export function useDimensionWords(): (by: TicketDimension) => string {
  const { t } = useTranslation('reports')
  return (by) =>
    by === 'ticketType' || by === 'problem' || by === 'cause' || by === 'remedy'
      ? t(`ticketBy.${by}`)
      : t(`by.${by}`)
}
