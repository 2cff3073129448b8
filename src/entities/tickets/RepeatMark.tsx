import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'

/** How often the problem was reported again. Empty for the first time. */
export function RepeatMark({
  ticket: { repeatCount = 0 },
}: {
  /** Tickets that the device kept before an upgrade have no count. */
  ticket: { repeatCount?: number }
}) {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  if (repeatCount === 0) return null
  const label = t('repeats', { count: repeatCount })
  return (
    <span className="quiet numbers" role="img" title={label} aria-label={label}>
      <bdi>×{format.number(repeatCount + 1)}</bdi>
    </span>
  )
}
