/**
 * Switches to another company of the person. Has an address, like signing out: unsaved input is
 * asked about before, and a provider's sign-in can return to it.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { isApiFailure } from '#api/http.ts'
import { pathTo } from '#lib/paths.ts'
import { tokenStored } from '#entities/session/authSlice.ts'
import { useCompanies } from '#entities/companies/useCompanies.ts'
import { useClaims } from '#entities/session/useSession.ts'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, ErrorState, LoadingState, NotThere } from '#ui/feedback/states.tsx'
import { useSwitchCompanyMutation } from './calls.ts'
import { ProviderActions } from './ProviderActions.tsx'
import styles from './company.module.css'

export function SwitchPage() {
  const { companyId } = useParams()
  const wanted = /^[1-9]\d{0,9}$/.test(companyId ?? '') ? Number(companyId) : null
  return wanted === null ? <NotThere isPage /> : <Way key={wanted} companyId={wanted} />
}

function Way({ companyId }: { companyId: number }) {
  const here = useClaims()?.companyId
  // Remembers the first render: after the switch the page reloads, and must not render another
  // screen first.
  const [wasThere] = useState(here === companyId)
  const search = new URLSearchParams(useLocation().search)
  return wasThere ? (
    <Navigate to={ownPath(search.get('to')) ?? pathTo('home')} replace />
  ) : (
    <Switching companyId={companyId} />
  )
}

/** Push messages link to a screen of their company. Null unless it is an address of the product. */
const ownPath = (path: string | null): string | null =>
  path !== null && /^\/(?![/\\])/.test(path) ? path : null

function Switching({ companyId }: { companyId: number }) {
  const { t } = useTranslation('company')
  const name = useCompanies()?.find(({ id }) => id === companyId)?.name ?? ''
  const [switchCompany, { error, isLoading }] = useSwitchCompanyMutation()
  const dispatch = useDispatch()
  const isStarted = useRef(false)
  async function start(): Promise<void> {
    const { data } = await switchCompany({ body: { companyId } })
    // The session code detects the new company, notifies other tabs and reloads the page.
    if (data !== undefined) dispatch(tokenStored(data.token))
  }
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    void start()
  })
  if (isLoading || error === undefined) {
    return (
      <div className={styles.switching}>
        <h1 role="status">{t('switching', { name })}</h1>
        <LoadingState rows={3} />
      </div>
    )
  }
  const isOtherWay = isApiFailure(error) && error.errors.some(({ code }) => code === 'otherWay')
  if (isOtherWay)
    return (
      <EmptyState
        isPage
        title={t('otherWayTitle', { name })}
        hint={t('otherWayHint', { name })}
        action={<Link to={pathTo('logout')}>{t('otherWayDo')}</Link>}
      />
    )
  const isProviderOnly =
    isApiFailure(error) && error.errors.some(({ code }) => code === 'providerOnly')
  if (!isProviderOnly)
    return (
      <Refused>
        <ErrorState failure={error} onRetry={() => void start()} />
      </Refused>
    )
  return (
    <EmptyState
      isPage
      title={t('providerOnlyTitle', { name })}
      hint={t('providerOnlyHint', { name })}
      action={<ProviderActions next={pathTo('switchCompany', { companyId })} />}
    />
  )
}

function Refused({ children }: { children: ReactNode }) {
  const { t } = useTranslation('titles')
  return (
    <Page title={t('switchCompany')} kind="read">
      {children}
    </Page>
  )
}
