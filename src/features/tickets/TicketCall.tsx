import { PhoneOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isApiFailure } from '#api/http.ts'
import { dutyCalls } from '#entities/duties/calls.ts'
import styles from './TicketPanel.module.css'

/** Says that the reader is called for the ticket, and ends the calls. */
export default function TicketCall({ alertId }: { alertId: number }) {
  const { t } = useTranslation(['alerts', 'duties'])
  const [take, { isLoading, error }] = dutyCalls.useTakeAlertMutation()
  const isOffline = isApiFailure(error) && error.status === null
  return (
    <div className={styles.ticketCall} role="group" aria-label={t('call.take')}>
      <Button
        type="primary"
        className={styles.nextState}
        icon={<PhoneOutlined aria-hidden />}
        loading={isLoading}
        onClick={() => void take({ params: { id: alertId } })}
      >
        {t('call.take')}
      </Button>
      <span role="status">
        {t(isOffline ? 'duties:ticketCall.needsNetwork' : 'duties:ticketCall.hint')}
      </span>
    </div>
  )
}
