import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { Facts } from '#ui/panel/DetailPanel.tsx'
import { zoneCalls } from './calls.ts'
import { VisitList, type VisitedZone } from './VisitList.tsx'
import styles from './visits.module.css'

const DAYS = 7

export function ZoneVisits({ of, hasNow }: { of: VisitedZone; hasNow: boolean }) {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const lasted = useFormatDuration()
  const [now] = useState(() => Date.now())
  const { data } = zoneCalls.useListOccupancyQuery({
    body: {
      limit: 1,
      ...('roomId' in of ? { roomId: of.roomId } : { of: 'areas' as const, areaId: of.areaId }),
      from: new Date(now - DAYS * 86_400_000).toISOString(),
      to: new Date(now).toISOString(),
    },
  })
  const zone = data?.rows[0]
  return (
    <>
      {hasNow && (
        <>
          <h3 className={styles.heading}>{t('whoIsHere')}</h3>
          <VisitList of={of} isOpen />
        </>
      )}
      <h3 className={styles.heading}>{t('whoWasHere')}</h3>
      {zone !== undefined && zone.averageSeconds !== null && (
        <Facts
          rows={[
            {
              label: t('visitsInDays', { count: DAYS }),
              value: <span className="numbers">{format.number(zone.visits)}</span>,
            },
            { label: t('averageStay'), value: lasted(zone.averageSeconds) },
            { label: t('longestStay'), value: lasted(zone.longestSeconds ?? 0) },
          ]}
        />
      )}
      <VisitList of={of} isOpen={false} />
    </>
  )
}
