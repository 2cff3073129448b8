/**
 * A route of the plan that is not built yet says so honestly: what it will be, and what to use
 * today.
 */
import { useTranslation } from 'react-i18next'
import { routes } from '../lib/paths.ts'
import { useRouteName } from './Root.tsx'
import { notBuiltAreas, routeTitles } from './titles.ts'
import styles from './NotBuilt.module.css'

export function NotBuilt() {
  const { t } = useTranslation(['notBuilt', 'shell', 'titles'])
  const name = useRouteName()
  if (name === null) return null
  const area = notBuiltAreas[name]
  // Inside the shell there is a main landmark already.
  const Frame = 'access' in routes[name] ? 'main' : 'section'
  return (
    <Frame className={styles.notBuilt}>
      <span className={styles.notBuiltBadge}>{t('shell:notBuiltBadge')}</span>
      <h1>{t(`titles:${routeTitles[name]}`)}</h1>
      {area !== undefined && (
        <dl>
          <dt>{t('shell:notBuiltWill')}</dt>
          <dd>{t(`notBuilt:${area}_will`)}</dd>
          <dt>{t('shell:notBuiltToday')}</dt>
          <dd>{t(`notBuilt:${area}_today`)}</dd>
        </dl>
      )}
    </Frame>
  )
}
