import { Alert, Button, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { MAX_COUNTED_EVENTS, type EventQueue as Queue } from '#contract/automation/automation.ts'
import { automationCalls } from '#entities/automations/calls.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import styles from './automations.module.css'

const LOOK_AGAIN = { pollingInterval: 15_000, skipPollingIfUnfocused: true }

export function EventQueue() {
  const { data } = automationCalls.useGetEventQueueQuery(undefined, LOOK_AGAIN)
  if (data === undefined) return null
  return (
    <>
      {data.isBehind && <Behind queue={data} />}
      {data.failedCount > 0 && <GivenUp queue={data} />}
    </>
  )
}

function Behind({ queue: { waiting, oldestAt } }: { queue: Queue }) {
  const { t } = useTranslation('automations')
  const format = useFormat()
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={
        waiting >= MAX_COUNTED_EVENTS
          ? t('queue.behindMany', { n: format.number(waiting) })
          : t('queue.behind', { count: waiting, n: format.number(waiting) })
      }
      description={oldestAt !== null && t('queue.oldest', { when: format.relative(oldestAt) })}
    />
  )
}

function GivenUp({ queue: { failed, failedCount } }: { queue: Queue }) {
  const { t } = useTranslation('automations')
  const format = useFormat()
  const [retry, { isLoading }] = automationCalls.useRetryEventsMutation()
  return (
    <Alert
      type="error"
      showIcon
      title={t('queue.failed', { count: failedCount, n: format.number(failedCount) })}
      description={
        <>
          <p>{t('queue.failedWhy')}</p>
          <ul className={styles.givenUp}>
            {failed.map((event) => (
              <GivenUpEvent key={event.id} event={event} />
            ))}
          </ul>
          {failedCount > failed.length && (
            <p>
              {t('queue.more', {
                count: failedCount - failed.length,
                n: format.number(failedCount - failed.length),
              })}
            </p>
          )}
          {failedCount > 1 && (
            <Button loading={isLoading} onClick={() => void retry()}>
              {t('queue.retry')}
            </Button>
          )}
        </>
      }
    />
  )
}

function GivenUpEvent({
  event: { id, at, procedureLogId, procedure, thing, automation, reason },
}: {
  event: Queue['failed'][number]
}) {
  const { t } = useTranslation('automations')
  const format = useFormat()
  const confirm = useConfirm()
  const [retry, { isLoading }] = automationCalls.useRetryEventMutation()
  const [dismiss] = automationCalls.useDismissEventMutation()
  async function handleDismiss(): Promise<void> {
    const isSure = await confirm({
      title: t('queue.dismissTitle'),
      hint: t('queue.dismissText'),
      okText: t('queue.dismiss'),
      danger: true,
    })
    if (isSure) await dismiss({ params: { id } })
  }
  return (
    <li>
      {procedureLogId === null ? (
        automation === null ? (
          t('queue.unknown')
        ) : (
          <Link to={pathTo('automation', { automationId: automation.id })}>
            <bdi>{automation.name ?? t('queue.rule', { id: String(automation.id) })}</bdi>
          </Link>
        )
      ) : (
        <Link to={pathTo('procedureLog', { procedureLogId })}>
          <bdi>{[procedure, thing].filter(Boolean).join(' · ')}</bdi>
        </Link>
      )}{' '}
      <span className={styles.givenUpAt}>{format.moment(at)}</span>
      <code dir="ltr">{reason}</code>
      <Space>
        <Button size="small" loading={isLoading} onClick={() => void retry({ params: { id } })}>
          {t('queue.retryOne')}
        </Button>
        <Button size="small" type="text" onClick={() => void handleDismiss()}>
          {t('queue.dismiss')}
        </Button>
      </Space>
    </li>
  )
}
