import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { useAddressQuery } from '#lib/addressState.ts'
import { pathTo, safeNext } from '#lib/paths.ts'
import { ConfirmHost } from '#entities/confirm/ConfirmHost.tsx'
import type { AuthState } from '#entities/session/authSlice.ts'
import { Logo } from '#ui/page/Logo.tsx'
import { Card } from '#ui/page/Page.tsx'
import { LeaveHost } from '#ui/dialog/leaving/LeaveHost.tsx'
import { AntdProvider } from '#ui/theme/AntdProvider.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import styles from '../account.module.css'

export function SetUpPage() {
  const search = useAddressQuery()
  const next = safeNext(search.get('next'))
  const isSignedIn = useSelector((state: { auth: AuthState }) => state.auth.token !== null)
  const { t } = useTranslation('secondStep')
  const navigate = useNavigate()
  if (!isSignedIn) return <Navigate to={pathTo('login', undefined, { next })} replace />
  return (
    <AntdProvider>
      <LeaveHost />
      <main className={`${styles.securityPage} ${styles.account}`}>
        <header>
          <span className={styles.securityBrand}>
            <Logo size={28} /> Plantroom
          </span>
          <Link to={pathTo('logout')}>{t('signOut')}</Link>
        </header>
        <h1>{t('setUpTitle')}</h1>
        <p className="quiet">{t('setUpHint')}</p>
        <Card>
          <SecuritySection onSetUp={() => void navigate(next, { replace: true })} />
        </Card>
      </main>
      <ConfirmHost />
    </AntdProvider>
  )
}
