import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#contract/people/people.ts'
import { isApiFailure } from '#api/http.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import { Count } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'

const traces = ['journal', 'performances', 'tickets', 'comments', 'files'] as const

export function AnonymiseDialog({ detail, onClose }: { detail: UserDetail; onClose(): void }) {
  const { t } = useTranslation(['people', 'common'])
  const params = { id: detail.id }
  const query = peopleCalls.useGetUserTracesQuery({ params }, { refetchOnMountOrArgChange: true })
  const { error, refetch } = query
  const data = answerToShow(query)
  const [anonymise, { isLoading }] = peopleCalls.useAnonymiseUserMutation()

  async function handleAnonymise(): Promise<void> {
    const answer = await anonymise({ params, body: { version: detail.version } })
    if (answer.error === undefined) onClose()
  }
  return (
    <Dialog
      open
      title={t('anonymiseTitle', { name: detail.name })}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        <Button
          key="ok"
          type="primary"
          danger
          loading={isLoading}
          disabled={data?.hindrance !== null}
          onClick={() => void handleAnonymise()}
        >
          {t('anonymise')}
        </Button>,
      ]}
    >
      {isApiFailure(error) ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState rows={3} />
      ) : data.hindrance !== null ? (
        <Alert type="info" showIcon title={t(`anonymiseHindrance.${data.hindrance}`)} />
      ) : (
        <>
          <p>{t('anonymiseWhat')}</p>
          <p>{t('anonymiseStays')}</p>
          <ul>
            {traces.map((trace) => (
              <li key={trace}>
                {t(`trace.${trace}`)}: <Count value={data[trace]} />
              </li>
            ))}
          </ul>
          {data.signed > 0 && <Alert type="warning" showIcon title={t('anonymiseSigned')} />}
        </>
      )}
    </Dialog>
  )
}
