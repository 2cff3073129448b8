import { useTranslation } from 'react-i18next'

/** What every way in says when it was tried too often (spec section 8). */
export function useTooMany(): string {
  const { t } = useTranslation('notices')
  return `${t('tooManyRequests')} ${t('pauseMinutes')}`
}
