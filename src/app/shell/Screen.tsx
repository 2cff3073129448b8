import { Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { matchPath, Outlet, useLocation, useMatches } from 'react-router-dom'
import { needsOf, isPermitted } from '#entities/rights/places.ts'
import { useClaims } from '#entities/session/useSession.ts'
import { Page } from '#ui/page/Page.tsx'
import { LoadingState, NoRight, NotThere } from '#ui/feedback/states.tsx'
import { lateFiles, onLateFiles } from '#lib/lateFiles.ts'
import { useNextPath } from '#lib/nextPath.ts'
import { hasValidIds, routes, type RouteName } from '#lib/paths.ts'
import { useRouteName } from '../Root.tsx'
import { routeTitles } from '../titles.ts'
import styles from './shell.module.css'

export function Screen() {
  const route = useRouteName()
  return (
    <Suspense
      fallback={
        <div className={styles.shellWait}>
          <LoadingState />
        </div>
      }
    >
      <ForWhoMay route={route}>
        <OfWhatIsThere route={route}>
          <UntilThere>
            <Outlet />
          </UntilThere>
        </OfWhatIsThere>
      </ForWhoMay>
    </Suspense>
  )
}

/**
 * From the press until the next screen renders, shows its outline in place of the former screen. If
 * the file does not load, the former screen stays.
 */
function UntilThere({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const ahead = useNextPath() ?? pathname
  const isLate = useSyncExternalStore(onLateFiles, lateFiles).some(({ kind }) => kind === 'screen')
  const isLeaving = ahead !== pathname && !isLate
  return (
    <>
      {isLeaving && (
        <div className={styles.shape}>
          <Shape pathname={ahead} />
        </div>
      )}
      {children}
    </>
  )
}

const names = Object.keys(routes) as RouteName[]

function Shape({ pathname }: { pathname: string }) {
  const { t } = useTranslation('titles')
  const route = names.find((name) => matchPath(routes[name].path, pathname) !== null)
  return (
    <Page title={route === undefined ? '' : t(routeTitles[route])} kind="list">
      <LoadingState />
    </Page>
  )
}

/** Shows a missing permission instead of a form whose save the server would refuse. */
export function ForWhoMay({ route, children }: { route: RouteName | null; children: ReactNode }) {
  const permissions = useClaims()?.permissions ?? []
  if (route === null || isPermitted({ needs: needsOf(route) }, permissions)) return children
  return <NoRight />
}

/** An address with text in a number's position shows 'not found' without a request. */
export function OfWhatIsThere({
  route,
  children,
}: {
  route: RouteName | null
  children: ReactNode
}) {
  const params = useMatches().at(-1)?.params ?? {}
  if (route === null || hasValidIds(route, params)) return children
  return <NotThere isPage />
}
