/** A link that names what is not there, or not for this reader. */
import { useTranslation } from 'react-i18next'
import { DetailPanel } from '../../ui/DetailPanel.tsx'
import { ErrorState, NotThere, type Failure } from '../../ui/states.tsx'

export function MissingPanel({
  failure,
  onClose,
}: {
  failure: Failure | undefined
  onClose(): void
}) {
  const { t } = useTranslation()
  return (
    <DetailPanel title={t('details')} onClose={onClose}>
      {failure === undefined ? <NotThere /> : <ErrorState failure={failure} />}
    </DetailPanel>
  )
}

/** The question for one alone, which is asked only where the list has it not. */
export const hasAnswered = ({
  isUninitialized,
  isFetching,
}: {
  isUninitialized: boolean
  isFetching: boolean
}): boolean => !isUninitialized && !isFetching
