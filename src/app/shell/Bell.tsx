import { BellOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { alerts } from '#contract/alerts.ts'
import type { Input } from '#contract/endpoint.ts'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { alertCalls } from '#entities/alerts/calls.ts'
import { useFormat } from '#lib/format.tsx'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { directionOf } from '#lib/i18n/languages.ts'
import { loadPartLater, prefetchWhenIdle } from '#lib/lateFiles.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './shell.module.css'
import { Sheet } from '#ui/panel/Sheet.tsx'

/** With the words of every kind of alert. */
const AlertList = loadPartLater(() =>
  import('#entities/alerts/AlertList.tsx').then((file) => ({ default: file.AlertList })),
)
const step = 20
const most = 99

export const NEWEST_ALERTS: Input<typeof alerts.listAlerts> = { body: { limit: step, sort: '-at' } }

export function Bell() {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const [limit, setLimit] = useState(step)
  useEffect(() => prefetchWhenIdle(AlertList.fetch), [])
  const query = alertCalls.useListAlertsQuery({
    body: { limit, sort: '-at' },
  })
  const { error, refetch, isFetching } = query
  const data = answerToShow(query)
  const [see] = alertCalls.useSeeAlertsMutation()
  const unseen = data?.unseen ?? 0
  const shown = unseen > most ? `${format.number(most)}+` : format.number(unseen)
  // antd's drawer knows sides, not ends.
  const side = directionOf(currentLanguage()) === 'rtl' ? 'left' : 'right'
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        type="button"
        className={`${styles.topButton} ${styles.bell}`}
        data-testid="bell"
        aria-label={unseen === 0 ? t('bell') : `${t('bellCount', { count: unseen })}: ${shown}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <BellOutlined aria-hidden />
        {unseen > 0 && (
          <span className={`${styles.bellCount} numbers`} aria-hidden="true">
            {shown}
          </span>
        )}
      </button>
      <Sheet
        open={isOpen}
        onClose={close}
        title={t('title')}
        placement={isPhone ? 'bottom' : side}
        size={isPhone ? '85%' : 420}
        styles={{ body: { padding: 0 } }}
        extra={
          <span className={styles.bellActs}>
            {unseen > 0 && (
              <Button size="small" onClick={() => void see({ body: { alertIds: null } })}>
                {t('seeAll')}
              </Button>
            )}
            <ExportButton size="small" lists={[{ list: 'alerts', question: {} }]} />
          </span>
        }
      >
        {data === undefined &&
          (error === undefined ? (
            <LoadingState rows={4} />
          ) : (
            <ErrorState failure={error} onRetry={() => void refetch()} />
          ))}
        {data?.count === 0 && <EmptyState title={t('none')} hint={t('noneHint')} />}
        {data !== undefined && data.count > 0 && (
          <Suspense fallback={<LoadingState rows={4} />}>
            <AlertList
              alerts={data.rows}
              onSee={(alert) => void see({ body: { alertIds: [alert.id] } })}
              onFollow={(alert) => {
                close()
                if (alert.seenAt === null) void see({ body: { alertIds: [alert.id] } })
              }}
            />
          </Suspense>
        )}
        {data !== undefined && data.count > data.rows.length && limit < 500 && (
          <div className={styles.alertDrawerFoot}>
            <Button loading={isFetching} onClick={() => setLimit(Math.min(500, limit + 2 * step))}>
              {t('more')}
            </Button>
          </div>
        )}
      </Sheet>
    </>
  )
}
