import { MobileOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RefusedWork } from '#entities/tickets/RefusedWork.tsx'
import { useTicketWorkText } from '#entities/tickets/useTicketWorkText.ts'
import type { UnsentTicketWork } from '#entities/unsent/device.ts'
import { discardTicketWork } from '#entities/unsent/ticketWork.ts'
import { When } from '#ui/page/marks.tsx'
import styles from './TicketPanel.module.css'

export function TicketWaiting({ waiting }: { waiting: readonly UnsentTicketWork[] }) {
  const { t } = useTranslation('tickets')
  const words = useTicketWorkText()
  const [decided, setDecided] = useState<UnsentTicketWork | null>(null)
  const changes = waiting.filter(({ work }) => work.kind !== 'report' && work.kind !== 'comment')
  const dialog = decided !== null && <RefusedWork item={decided} onClose={() => setDecided(null)} />
  if (changes.length === 0) return dialog
  return (
    <section className={styles.waiting} aria-label={t('waits.title')}>
      <p>
        <MobileOutlined aria-hidden /> {t('waits.title')}
      </p>
      <ul>
        {changes.map((item, index) => (
          <li key={item.clientKey}>
            <span>
              {words(item.work)}{' '}
              <span className="quiet">
                <When at={item.at} as="time" />
              </span>
            </span>
            {item.refused === null ? (
              index === changes.length - 1 && (
                <Button size="small" type="link" onClick={() => void discardTicketWork(item)}>
                  {t('waits.takeBack')}
                </Button>
              )
            ) : (
              <span className={styles.waitingRefused}>
                {t('waits.refused')}{' '}
                <Button size="small" type="link" onClick={() => setDecided(item)}>
                  {t('waits.look')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  )
}
