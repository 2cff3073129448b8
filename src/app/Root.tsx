import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useMatches } from 'react-router-dom'
import { GlobalLoading } from './FullScreenSpinner.tsx'
import { routes, type RouteName } from '#lib/paths.ts'
import { routeTitles } from './titles.ts'

export function useRouteName(): RouteName | null {
  const handle = useMatches().at(-1)?.handle
  const name =
    typeof handle === 'object' && handle !== null && 'route' in handle ? handle.route : null
  return typeof name === 'string' && name in routes ? (name as RouteName) : null
}

/** Empty if no screen is shown. */
export function useScreenTitle(): string {
  const { t } = useTranslation('titles')
  const name = useRouteName()
  return name === null ? '' : t(routeTitles[name])
}

export function Root() {
  const title = useScreenTitle()
  useEffect(() => {
    document.title = title === '' ? 'Plantroom' : `${title} · Plantroom`
  }, [title])
  return (
    <>
      <Outlet />
      <GlobalLoading />
    </>
  )
}
