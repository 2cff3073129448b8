import { useTranslation } from 'react-i18next'
import type { ViewName } from '#contract/ticketViews.ts'
import { useFormat } from '#lib/format.tsx'

/** Says which filters of a view name something that the user cannot see any more. */
export function useMissingText(): (missing: readonly ViewName[]) => string {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  return (missing) =>
    t('views.missing', { filters: format.list(missing.map((key) => t(`views.filter.${key}`))) })
}
