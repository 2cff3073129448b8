import { SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import type { hooks } from '#contract/hooks.ts'
import { useFormat } from '#lib/format.tsx'
import { When } from '#ui/page/marks.tsx'
import { Facts } from '#ui/panel/DetailPanel.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { hookCalls } from './calls.ts'
import { CallError } from './CallError.tsx'
import { DeliveryState } from './DeliveryState.tsx'
import styles from './hooks.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'

type Detail = Output<typeof hooks.getHookDelivery>

/** One call of a hook: the request, every attempt with its answer, and a resend button. */
export function DeliveryDialog({
  deliveryId,
  onClose,
}: {
  deliveryId: number
  onClose: () => void
}) {
  const { t } = useTranslation(['hooks', 'common'])
  const query = hookCalls.useGetHookDeliveryQuery({ params: { id: deliveryId } })
  const { error, refetch } = query
  const data = answerToShow(query)
  const [resend, { isLoading }] = hookCalls.useResendHookDeliveryMutation()
  return (
    <Dialog
      open
      width={760}
      title={t('title')}
      onCancel={onClose}
      footer={
        <Button
          icon={<SendOutlined aria-hidden className="turns" />}
          disabled={data === undefined}
          loading={isLoading}
          onClick={() => void resend({ params: { id: deliveryId } })}
        >
          {t('resend')}
        </Button>
      }
    >
      {data === undefined ? (
        error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <DeliveryDetail delivery={data} />
      )}
    </Dialog>
  )
}

function DeliveryDetail({ delivery }: { delivery: Detail }) {
  const { t } = useTranslation('hooks')
  return (
    <div className={styles.delivery}>
      <Facts
        rows={[
          { label: t('state'), value: <DeliveryState delivery={delivery} /> },
          ...(delivery.hook === null
            ? []
            : [{ label: t('hook'), value: <bdi>{delivery.hook.name}</bdi> }]),
          { label: t('key'), value: <bdi className="numbers">{delivery.key}</bdi> },
          ...(delivery.nextAttemptAt === null
            ? []
            : [{ label: t('nextTry'), value: <When at={delivery.nextAttemptAt} /> }]),
        ]}
      />
      <h3>{t('payload')}</h3>
      <pre dir="ltr">{pretty(delivery.payload)}</pre>
      <h3>{t('tries')}</h3>
      {delivery.tries.length === 0 ? (
        <p className="quiet">
          {delivery.error === null ? t('noTries') : <CallError error={delivery.error} />}
        </p>
      ) : (
        <ol className={styles.deliveryTries}>
          {delivery.tries.map((attempt, index) => (
            <li key={index}>
              <Attempt attempt={attempt} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Attempt({
  attempt: { at, milliseconds, request, response, error },
}: {
  attempt: Detail['tries'][number]
}) {
  const { t } = useTranslation('hooks')
  const format = useFormat()
  return (
    <>
      <p className={styles.deliveryTry}>
        <strong className="numbers">
          {response === null ? t('noAnswer') : t('answered', { status: String(response.status) })}
        </strong>{' '}
        <span className="quiet">
          <When at={at} as="dateTime" /> ·{' '}
          {t('took', { milliseconds: format.number(milliseconds) })}
        </span>
      </p>
      <pre dir="ltr">{requestText(request)}</pre>
      {response !== null && response.body !== '' && <pre dir="ltr">{response.body}</pre>}
      {error !== null && (
        <p className={styles.deliveryError}>
          <CallError error={error} />
        </p>
      )}
    </>
  )
}

function requestText({ method, url, headers }: Detail['tries'][number]['request']): string {
  return [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\n')
}

function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload // Shown verbatim if it is not JSON
  }
}
