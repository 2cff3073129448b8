import { useTranslation } from 'react-i18next'

export function useTooMany(): string {
  const { t } = useTranslation('notices')
  return `${t('tooManyRequests')} ${t('pauseMinutes')}`
}
