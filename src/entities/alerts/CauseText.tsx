import type { AlertRow } from '#contract/alerts.ts'
import IncidentText from './IncidentText.tsx'
import StockText from './StockText.tsx'

/** The lasting alert that a rule answered, as its own row shows it. */
export default function CauseText({
  alert,
  cause: { kind, text, endedAt },
}: {
  alert: AlertRow
  cause: NonNullable<AlertRow['cause']>
}) {
  const lasting = { ...alert, text, endedAt }
  return kind === 'stockLow' ? (
    <StockText alert={lasting} />
  ) : (
    <IncidentText alert={lasting} kind={kind} />
  )
}
