import { useTranslation } from 'react-i18next'

/** The text after too many attempts (spec section 8). */
export function useTooMany(): string {
  const { t } = useTranslation('notices')
  return `${t('tooManyRequests')} ${t('pauseMinutes')}`
}
