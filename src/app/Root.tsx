import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useMatches } from 'react-router-dom'
import { GlobalLoading } from './FullScreenSpinner.tsx'
import { routes, type RouteName } from '../lib/paths.ts'
import { routeTitles } from './titles.ts'

/** The route on screen, from the handle its entry carries. */
export function useRouteName(): RouteName | null {
  const handle = useMatches().at(-1)?.handle
  const name =
    typeof handle === 'object' && handle !== null && 'route' in handle ? handle.route : null
  // checked against the table itself
  return typeof name === 'string' && name in routes ? (name as RouteName) : null
}

export function Root() {
  const { t } = useTranslation('titles')
  const name = useRouteName()
  useEffect(() => {
    document.title = name === null ? 'Plantroom' : `${t(routeTitles[name])} · Plantroom`
  }, [name, t])
  return (
    <>
      <Outlet />
      <GlobalLoading />
    </>
  )
}
