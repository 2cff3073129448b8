import { useTranslation } from 'react-i18next'
import type { Automation } from '#contract/automation/automation.ts'
import { useFormat } from '#lib/format.tsx'

export function useValidity({
  validFrom,
  validTo,
}: Pick<Automation, 'validFrom' | 'validTo'>): string {
  const { t } = useTranslation('automations')
  const format = useFormat()
  const [from, to] = [
    validFrom === null ? '' : format.dateTime(validFrom),
    validTo === null ? '' : format.dateTime(validTo),
  ]
  if (from !== '' && to !== '') return t('facts.between', { from, to })
  if (from !== '') return t('facts.from', { from })
  return to === '' ? t('facts.always') : t('facts.to', { to })
}
