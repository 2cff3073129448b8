import { useTranslation } from 'react-i18next'
import { hookFaults } from '#contract/hooks.ts'
import { NetworkFault } from '#ui/feedback/NetworkFault.tsx'

export function CallError({ error }: { error: string }) {
  const { t } = useTranslation('hooks')
  const known = hookFaults.find((fault) => fault === error)
  return known === undefined ? <NetworkFault said={error} /> : t(`error_${known}`)
}
