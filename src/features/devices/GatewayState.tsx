import { useTranslation } from 'react-i18next'
import type { GatewayRow } from '#contract/devices/devices.ts'
import { advertFaults } from '#contract/ingest/ignored.ts'
import { clockState } from '#contract/ingest/gatewayClock.ts'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { ColourTag, Count } from '#ui/page/marks.tsx'
import styles from './devices.module.css'

/** Seconds. Smaller clock deviations are not marked in the list. */
const MARKED = 60

export function ClockMark({ row: { clockBehind } }: { row: GatewayRow }) {
  const { t } = useTranslation('gateways')
  if (Math.abs(clockBehind) < MARKED) return null
  return (
    <ColourTag soft colour="orange">
      {t('clockWrong')}
    </ColourTag>
  )
}

export function Clock({ row: { clockBehind } }: { row: GatewayRow }) {
  const { t } = useTranslation('gateways')
  const lasted = useFormatDuration()
  const off = clockState(clockBehind)
  if (off === 'right') return null
  return (
    <p className={`${styles.state} quiet`}>
      {t(`clock_${off}`, { lasted: lasted(Math.abs(clockBehind)) })}
    </p>
  )
}

export function Ignored({ row: { ignored } }: { row: GatewayRow }) {
  const { t } = useTranslation('gateways')
  const reasons = advertFaults.flatMap((reason) => {
    const count = ignored[reason] ?? 0
    return count > 0 ? [{ reason, count }] : []
  })
  if (reasons.length === 0) return null
  return (
    <div className={`${styles.state} quiet`}>
      <p>{t('ignoredOfReports')}</p>
      <ul>
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            {t(`ignored_${reason}`)}: <Count value={count} />
          </li>
        ))}
      </ul>
    </div>
  )
}
