import { useTranslation } from 'react-i18next'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EquipmentForm } from './EquipmentForm.tsx'

export function NewEquipmentPanel({
  onClose,
  onMade,
}: {
  onClose(): void
  onMade(id: number): void
}) {
  const { t } = useTranslation('equipment')
  return (
    <DetailPanel title={t('add')} onClose={onClose}>
      <EquipmentForm onMade={onMade} onCancel={onClose} />
    </DetailPanel>
  )
}
