/** How a room was used in the last days, and who was there. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asId } from '../../lib/ids.ts'
import { useFormat } from '../../lib/format.tsx'
import { useLasted } from '../../lib/useLasted.ts'
import { Facts } from '../../ui/DetailPanel.tsx'
import { zoneCalls } from './calls.ts'
import { VisitList } from './VisitList.tsx'
import styles from './visits.module.css'

const DAYS = 7

export function RoomVisits({ roomId, hasNow }: { roomId: number; hasNow: boolean }) {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const lasted = useLasted()
  const [now] = useState(() => Date.now())
  const { data } = zoneCalls.useListOccupancyQuery({
    body: {
      limit: 1,
      roomId: asId('room', roomId),
      from: new Date(now - DAYS * 86_400_000).toISOString(),
      to: new Date(now).toISOString(),
    },
  })
  const room = data?.rows[0]
  return (
    <>
      {hasNow && (
        <>
          <h3 className={styles.heading}>{t('whoIsHere')}</h3>
          <VisitList of={{ roomId }} isOpen />
        </>
      )}
      <h3 className={styles.heading}>{t('whoWasHere')}</h3>
      {room !== undefined && room.averageSeconds !== null && (
        <Facts
          rows={[
            {
              label: t('visitsInDays', { count: DAYS }),
              value: <span className="numbers">{format.number(room.visits)}</span>,
            },
            { label: t('averageStay'), value: lasted(room.averageSeconds) },
            { label: t('longestStay'), value: lasted(room.longestSeconds ?? 0) },
          ]}
        />
      )}
      <VisitList of={{ roomId }} isOpen={false} />
    </>
  )
}
