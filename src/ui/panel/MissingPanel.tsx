import { useTranslation } from 'react-i18next'
import { DetailPanel } from './DetailPanel.tsx'
import type { Missing } from './namedRow.ts'
import { ErrorState, LoadingState, NotThere } from '#ui/feedback/states.tsx'

export function MissingPanel({ missing, onClose }: { missing: Missing; onClose(): void }) {
  const { t } = useTranslation()
  return (
    <DetailPanel title={t('details')} onClose={onClose}>
      {missing.isAsked ? (
        <LoadingState />
      ) : missing.failure === undefined ? (
        <NotThere />
      ) : (
        <ErrorState failure={missing.failure} onRetry={missing.retry} />
      )}
    </DetailPanel>
  )
}
