import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ThisDeviceState } from './useThisDevice.ts'

/** What this browser can do, and what helps if it cannot. */
export function ThisDevice({ here }: { here: ThisDeviceState }) {
  const { t } = useTranslation('account')
  const { support, id, isBusy, hasFailed, replaced } = here
  return (
    <>
      {support !== 'ready' ? (
        <Alert type="info" showIcon title={t(`push.support_${support}`)} role="note" />
      ) : (
        id === null && (
          <Button type="primary" loading={isBusy} onClick={() => void here.turnOn()}>
            {t('push.turnOn')}
          </Button>
        )
      )}
      {hasFailed && <Alert type="error" showIcon title={t('push.failed')} role="alert" />}
      {replaced !== null && (
        <Alert type="info" showIcon title={t('push.replaced', { name: replaced })} role="status" />
      )}
    </>
  )
}
