import { useTranslation } from 'react-i18next'

export function useRateLimitText(): string {
  const { t } = useTranslation('notices')
  return `${t('tooManyRequests')} ${t('pauseMinutes')}`
}
