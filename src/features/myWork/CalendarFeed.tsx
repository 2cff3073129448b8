import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { DetailPanel, Facts } from '#ui/panel/DetailPanel.tsx'
import { When } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './MyWorkPage.module.css'

/**
 * The user's own work in any calendar app: a secret address, shown once, that the user can revoke.
 */
export function CalendarFeed({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('schedules')
  const query = rruleCalls.useGetCalendarFeedQuery()
  const { error, refetch } = query
  const data = answerToShow(query)
  const confirm = useConfirm()
  const [make, { isLoading: isMaking, data: made, reset }] =
    rruleCalls.useCreateCalendarFeedMutation()
  const [revoke, { isLoading: isRevoking }] = rruleCalls.useRevokeCalendarFeedMutation()
  async function handleMake(): Promise<void> {
    if (
      data?.exists === true &&
      !(await confirm({
        title: t('mine.feedAgain'),
        hint: t('mine.feedAgainHint'),
        okText: t('mine.feedAgain'),
      }))
    )
      return
    await make()
  }
  async function handleRevoke(): Promise<void> {
    if (
      !(await confirm({
        title: t('mine.feedRevoke'),
        hint: t('mine.feedAgainHint'),
        okText: t('mine.feedRevoke'),
        danger: true,
      }))
    )
      return
    const answer = await revoke()
    if (answer.error === undefined) reset()
  }
  return (
    <DetailPanel title={t('mine.feed')} onClose={onClose}>
      <p>{t('mine.feedHint')}</p>
      {made !== undefined && <Address url={made.url} />}
      {data === undefined ? (
        error === undefined ? (
          <LoadingState rows={2} />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {data.exists && (
            <Facts
              rows={[
                { label: t('mine.feedMade'), value: <When at={data.createdAt} as="dateTime" /> },
                { label: t('mine.feedRead'), value: <When at={data.lastReadAt} /> },
              ]}
            />
          )}
          <div className={styles.feedActions}>
            <Button
              type={data.exists ? 'default' : 'primary'}
              loading={isMaking}
              onClick={() => void handleMake()}
            >
              {data.exists ? t('mine.feedAgain') : t('mine.feedMake')}
            </Button>
            {data.exists && (
              <Button danger type="text" loading={isRevoking} onClick={() => void handleRevoke()}>
                {t('mine.feedRevoke')}
              </Button>
            )}
          </div>
        </>
      )}
    </DetailPanel>
  )
}

function Address({ url }: { url: string }) {
  const { t } = useTranslation(['schedules', 'common'])
  const [isCopied, setIsCopied] = useState(false)
  async function handleCopy(): Promise<void> {
    // Without https there is no clipboard: the address stays selected for manual copying.
    await navigator.clipboard?.writeText(url)
    setIsCopied(true)
  }
  return (
    <div className={styles.feedAddress}>
      <Input
        readOnly
        dir="ltr"
        aria-label={t('mine.feedAddress')}
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => void handleCopy()}>
        {isCopied ? t('common:copied') : t('common:copy')}
      </Button>
      <p className="quiet">{t('mine.feedOnce')}</p>
    </div>
  )
}
