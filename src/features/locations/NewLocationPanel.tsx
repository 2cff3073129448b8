import { useTranslation } from 'react-i18next'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { LocationForm } from './LocationForm.tsx'

export function NewLocationPanel({
  inside,
  onClose,
  onMade,
}: {
  inside: number | null
  onClose(): void
  onMade(id: number): void
}) {
  const { t } = useTranslation('locations')
  return (
    <DetailPanel title={t('add')} onClose={onClose}>
      <LocationForm key={inside} inside={inside} onMade={onMade} onCancel={onClose} />
    </DetailPanel>
  )
}
