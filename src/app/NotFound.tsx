import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '../ui/states.tsx'
import { pathTo } from '../lib/paths.ts'

export function NotFound() {
  const { t } = useTranslation('shell')
  return (
    <EmptyState
      isPage
      title={t('notFoundTitle')}
      hint={t('notFoundHint')}
      action={<Link to={pathTo('home')}>{t('goHome')}</Link>}
    />
  )
}
