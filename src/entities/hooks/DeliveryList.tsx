import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { hookCalls } from './calls.ts'
import { CallError } from './CallError.tsx'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { DeliveryState } from './DeliveryState.tsx'
import { TestHook } from './TestHook.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './hooks.module.css'

const step = 20

export function DeliveryList({ of }: { of: { hookId: number } | { automationId: number } }) {
  const { t } = useTranslation('hooks')
  const [limit, setLimit] = useState(step)
  const [openId, setOpenId] = useState<number | null>(null)
  const query = hookCalls.useListHookDeliveriesQuery({
    body: { ...of, limit, sort: '-createdAt' },
  })
  const { error, refetch, isFetching } = query
  const data = answerToShow(query)
  return (
    <div className={styles.deliveries}>
      {'hookId' in of && <TestHook hookId={of.hookId} onSent={setOpenId} />}
      {data === undefined &&
        (error === undefined ? (
          <LoadingState rows={3} />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ))}
      {data?.rows.length === 0 && <p className="quiet">{t('none')}</p>}
      {data !== undefined && data.rows.length > 0 && (
        <ul className={styles.deliveryList}>
          {data.rows.map((delivery) => (
            <li key={delivery.id}>
              <button
                type="button"
                className={styles.deliveryLine}
                onClick={() => setOpenId(delivery.id)}
              >
                <DeliveryState delivery={delivery} />
                <span className={styles.deliveryWords}>
                  <bdi>
                    {'hookId' in of
                      ? (delivery.automation?.name ?? '')
                      : (delivery.hook?.name ?? t('goneHook'))}
                  </bdi>
                  {delivery.error !== null && (
                    <span className={styles.deliveryError}>
                      <CallError error={delivery.error} />
                    </span>
                  )}
                </span>
                <span className="quiet">
                  <When at={delivery.createdAt} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.count > data.rows.length && limit < 500 && (
        <Button
          size="small"
          loading={isFetching}
          onClick={() => setLimit(Math.min(500, limit + 4 * step))}
        >
          {t('more', { count: data.count - data.rows.length })}
        </Button>
      )}
      {openId !== null && <DeliveryDialog deliveryId={openId} onClose={() => setOpenId(null)} />}
    </div>
  )
}
