import { MenuOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { auth } from '#contract/auth/auth.ts'
import { injectContract } from '#api/api.ts'
import { ConfirmHost } from '#entities/confirm/ConfirmHost.tsx'
import { useClaims } from '#entities/session/useSession.ts'
import { CalendarProvider } from '#lib/format.tsx'
import { useZoneChanges } from '#lib/sentZone.ts'
import { LeaveHost } from '#ui/dialog/leaving/LeaveHost.tsx'
import { AntdProvider } from '#ui/theme/AntdProvider.tsx'
import { useNextPath } from '#lib/nextPath.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { pathTo } from '#lib/paths.ts'
import { Logo } from '#ui/page/Logo.tsx'
import { BesideTitle } from '#ui/page/Page.tsx'
import { Arrived } from './Arrived.tsx'
import { Main } from './Main.tsx'
import { useNavigationGroups, type NavGroup, type NavItem } from './navigation.tsx'
import { AccountStrips } from './AccountStrips.tsx'
import { NetworkStrip } from './NetworkStrip.tsx'
import { PageJournalLink } from './PageJournalLink.tsx'
import { Screen } from './Screen.tsx'
import { TopBar } from './TopBar.tsx'
import { useLive } from './useLive.ts'
import { RefusedInFrame } from '../RefusedInFrame.tsx'
import { useScreenTitle } from '../Root.tsx'
import { usePrefetchRound } from '../offline/usePrefetchRound.ts'
import { useServiceWorker } from '../offline/useServiceWorker.ts'
import { useSendUnsent } from './useSendUnsent.ts'
import { useUnreadAddress } from './useUnreadAddress.ts'
import { usePrefetchSignOut } from './usePrefetchSignOut.ts'
import styles from './shell.module.css'
import { Sheet } from '#ui/panel/Sheet.tsx'

export { antdDress } from '#ui/theme/AntdProvider.tsx'
export { fetchLateParts } from '#ui/lateParts.tsx'
export { prefetchFrame } from './prefetchFrame.ts'

const { useGetSessionQuery } = injectContract(auth)

export function Shell() {
  return (
    <Dressed>
      <WithNavigation />
    </Dressed>
  )
}

export function EmbeddedShell() {
  // The surrounding page is asked to sign in again; if it does not, a notice replaces the endless
  // wait.
  const isSignedIn = useClaims() !== null
  const title = useScreenTitle()
  return (
    <Dressed>
      {isSignedIn ? (
        <>
          <Arrived title={title} />
          <Main>
            <Screen />
          </Main>
        </>
      ) : (
        <RefusedInFrame />
      )}
    </Dressed>
  )
}

function Dressed({ children }: { children: ReactNode }) {
  const timeZone = useClaims()?.tz ?? 'UTC'
  useSendUnsent()
  usePrefetchSignOut()
  useUnreadAddress()
  const weekStart = useGetSessionQuery().data?.company.weekStart ?? null
  const zoneChanges = useZoneChanges()
  return (
    // Remounts the page after a change of UTC offsets, so that all times are formatted again.
    <CalendarProvider key={zoneChanges} timeZone={timeZone} weekStart={weekStart}>
      <AntdProvider>
        <LeaveHost />
        {children}
        <ConfirmHost />
      </AntdProvider>
    </CalendarProvider>
  )
}

function WithNavigation() {
  const { t } = useTranslation('shell')
  const title = useScreenTitle()
  const groups = useNavigationGroups()
  const isPhone = useIsPhone() // only one of the two bars is rendered
  const live = useLive()
  useServiceWorker()
  usePrefetchRound()
  return (
    <div className={`${styles.shell} print-whole`}>
      <a className={`${styles.skip} screen-only`} href="#content">
        {t('skipToContent')}
      </a>
      {!isPhone && (
        <nav className={`${styles.side} screen-only`} aria-label={t('mainNavigation')}>
          <Link to={pathTo('home')} className={styles.sideBrand}>
            <Logo />
            <span>Plantroom</span>
          </Link>
          <NavigationGroups groups={groups} />
        </nav>
      )}
      <div className={`${styles.shellColumn} print-whole`}>
        <TopBar live={live} />
        <NetworkStrip />
        <AccountStrips />
        <Arrived title={title} />
        <Main>
          <BesideTitle value={<PageJournalLink />}>
            <Screen />
          </BesideTitle>
        </Main>
      </div>
      {isPhone && <BottomBar groups={groups} />}
    </div>
  )
}

function NavigationGroups({
  groups,
  onFollow,
}: {
  groups: readonly NavGroup[]
  onFollow?: () => void
}) {
  const { t } = useTranslation('shell')
  return groups.map((group) => (
    <div key={group.title} className={styles.sideGroup}>
      <h2>{t(group.title)}</h2>
      <ul>
        {group.items.map((item) => (
          <li key={item.route}>
            <NavigationLink item={item} {...(onFollow === undefined ? {} : { onFollow })} />
          </li>
        ))}
      </ul>
    </div>
  ))
}

function NavigationLink({ item, onFollow }: { item: NavItem; onFollow?: () => void }) {
  const { t } = useTranslation('titles')
  const { pathname: here } = useLocation()
  const pathname = useNextPath() ?? here
  const isHere = [item.route, ...(item.also ?? []).map(({ route }) => route)].some(
    (route) =>
      pathname === pathTo(route) || (route !== 'home' && pathname.startsWith(`${pathTo(route)}/`)),
  )
  return (
    <Link
      to={pathTo(item.route)}
      className={isHere ? `${styles.sideLink} ${styles.active}` : styles.sideLink}
      aria-current={isHere ? 'page' : undefined}
      onClick={onFollow}
    >
      <span className={styles.sideIcon} aria-hidden="true">
        {item.icon}
      </span>
      <span>{t(item.route)}</span>
    </Link>
  )
}

/** For phones: four main links, and the rest behind 'More'. */
function BottomBar({ groups }: { groups: readonly NavGroup[] }) {
  const { t } = useTranslation('shell')
  const [isOpen, setIsOpen] = useState(false)
  const { pathname } = useLocation()
  const daily = groups.flatMap((group) => group.items).filter((item) => item.onPhone === true)
  return (
    <nav className={`${styles.bottom} screen-only`} aria-label={t('mainNavigation')}>
      {daily.map((item) => (
        <NavigationLink key={item.route} item={item} />
      ))}
      <button
        type="button"
        className={styles.sideLink}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <span className={styles.sideIcon} aria-hidden="true">
          <MenuOutlined aria-hidden />
        </span>
        <span>{t('more')}</span>
      </button>
      <Sheet
        open={isOpen}
        placement="bottom"
        size="auto"
        title="Plantroom"
        onClose={() => setIsOpen(false)}
        key={pathname}
      >
        <NavigationGroups groups={groups} onFollow={() => setIsOpen(false)} />
      </Sheet>
    </nav>
  )
}
