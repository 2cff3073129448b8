import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { redirectToProvider, type CorporateProvider } from '#entities/session/corporate.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { useGetLoginOptionsQuery, useGetSessionQuery } from './calls.ts'

export function ProviderActions({ next }: { next: string }) {
  const { t } = useTranslation(['company', 'auth'])
  const dispatch = useDispatch()
  const leave = (provider: CorporateProvider) =>
    redirectToProvider(provider, next, 'web').catch(() => {
      dispatch(toastAdded({ level: 'error', message: t('auth:corporateFailed') }))
    })
  const { data: session, error: noSession } = useGetSessionQuery()
  const {
    data,
    error = noSession,
    refetch,
  } = useGetLoginOptionsQuery(
    { body: { email: session?.user.email ?? '-' } },
    { skip: session === undefined },
  )
  if (data === undefined && error !== undefined)
    return (
      <ErrorState
        failure={error}
        onRetry={session === undefined ? undefined : () => void refetch()}
      />
    )
  if (data === undefined) return <LoadingState rows={1} />
  if (data.providers.length === 0) return <p role="status">{t('providerMissing')}</p>
  return data.providers.map((provider, index) => (
    <Button
      key={provider.idp}
      type={index === 0 ? 'primary' : 'default'}
      onClick={() => void leave(provider)}
    >
      {t(`auth:provider_${provider.idp}`)}
    </Button>
  ))
}
