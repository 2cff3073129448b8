/** Readings of a meter that wait on this device, and those that the server refused. */
import { MobileOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MeterRow } from '#contract/meters/meters.ts'
import type { UnsentReading, UnsentTicketWork } from '#entities/unsent/device.ts'
import { discardTicketWork } from '#entities/unsent/ticketWork.ts'
import { useTicketWork } from '#entities/unsent/useTicketWork.ts'
import { refusalReason, useWhyRefused } from '#entities/unsent/useWhyRefused.ts'
import { When } from '#ui/page/marks.tsx'
import { ReadingForm } from './ReadingForm.tsx'
import { useAmountText } from './useAmountText.ts'
import styles from './meters.module.css'

const isReading = (item: UnsentTicketWork): item is UnsentReading => item.work.kind === 'reading'

export function WaitingReadings({ meter }: { meter: MeterRow }) {
  const { t } = useTranslation('meters')
  const { unsent } = useTicketWork()
  const waiting = unsent.filter(isReading).filter(({ work }) => work.meterId === meter.id)
  if (waiting.length === 0) return null
  return (
    <section className={styles.waiting} aria-label={t('waiting')}>
      <p>
        <MobileOutlined aria-hidden /> {t('waiting')}
      </p>
      <ul>
        {waiting.map((item) => (
          <OneReading key={item.clientKey} meter={meter} item={item} />
        ))}
      </ul>
    </section>
  )
}

function OneReading({ meter, item }: { meter: MeterRow; item: UnsentReading }) {
  const { t } = useTranslation(['meters', 'common'])
  const amount = useAmountText()
  const why = useWhyRefused()
  const [isEdited, setIsEdited] = useState(false)
  const { reading } = item.work
  return (
    <li>
      <div className={styles.said}>
        <When at={reading.at} as="dateTime" />
        <strong className="numbers">{amount(reading.value, meter.type.unit)}</strong>
      </div>
      {item.refused !== null && (
        <span className={styles.refused}>
          {t('refused')} {why(refusalReason(item))}
        </span>
      )}
      <div className={styles.actions}>
        {item.refused !== null && (
          <Button size="small" aria-expanded={isEdited} onClick={() => setIsEdited(!isEdited)}>
            {t('correct')}
          </Button>
        )}
        <Button size="small" type="text" onClick={() => void discardTicketWork(item)}>
          {t('common:discard')}
        </Button>
      </div>
      {isEdited && <ReadingForm meter={meter} refused={item} onDone={() => setIsEdited(false)} />}
    </li>
  )
}
