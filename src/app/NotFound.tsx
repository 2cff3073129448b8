import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/feedback/states.tsx'

export function NotFound() {
  const { t } = useTranslation('shell')
  return <EmptyState isPage title={t('notFoundTitle')} hint={t('notFoundHint')} />
}
