import { useTranslation } from 'react-i18next'
import { labelCodeShape } from '#contract/rules/labelReports.ts'
import { isApiFailure } from '#api/http.ts'
import { DueHere, pageOf } from '#entities/dueHere/DueHere.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { Navigate } from 'react-router-dom'
import { labelCalls } from './calls.ts'
import { useKeptLabel } from './useKeptLabel.ts'

/** Redirects to the page of what the label stands on, unless work is due there. */
export function LabelTarget({ code }: { code: string }) {
  const { t } = useTranslation('labelReports')
  const isCode = labelCodeShape.test(code)
  const { data, error, refetch } = labelCalls.useOpenLabelQuery(
    { params: { code } },
    { skip: !isCode },
  )
  const isWithoutNetwork = error !== undefined && isApiFailure(error) && error.status === null
  const kept = useKeptLabel(code, isCode && isWithoutNetwork)
  const found = data ?? kept
  const id = found?.equipmentId ?? found?.locationId
  if (found !== undefined && id !== undefined && id !== null) {
    const thing = { kind: found.equipmentId === null ? 'location' : 'equipment', id } as const
    return <DueHere thing={thing} whenIdle={<Navigate to={pageOf(thing)} replace />} />
  }
  if (!isCode || (error !== undefined && isApiFailure(error) && error.status === 404))
    return (
      <EmptyState
        title={t('unknownLabel')}
        hint={t('unknownLabelHint')}
        action={isCode && <a href={`/r/${code}?guest`}>{t('reportAsGuest')}</a>}
      />
    )
  return error === undefined ? (
    <LoadingState rows={2} />
  ) : (
    <ErrorState failure={error} onRetry={() => void refetch()} />
  )
}
