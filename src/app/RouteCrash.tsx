/** A screen that breaks says so and leaves the shell standing. Plain markup: antd may be what failed to load. */
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { pathTo } from './paths.ts'
import '../ui/states.css'

/** A chunk of an older build is gone after a new one was put up. */
function isStaleBuild(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(error.message)
}

export function RouteCrash() {
  const error = useRouteError()
  const { t } = useTranslation(['shell', 'common'])
  console.error(error)
  return (
    <div className="state" role="alert">
      <strong>{isStaleBuild(error) ? t('shell:newVersion') : t('shell:crashTitle')}</strong>
      {!isStaleBuild(error) && <p>{t('shell:crashHint')}</p>}
      <button type="button" className="plain-button" onClick={() => window.location.reload()}>{t('common:reload')}</button>
      <a href={pathTo('home')}>{t('shell:goHome')}</a>
    </div>
  )
}
