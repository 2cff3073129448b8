import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

export function OfImport({ onEnd }: { onEnd(): void }) {
  const { t } = useTranslation()
  return (
    <Button
      icon={<CloseOutlined aria-hidden />}
      iconPlacement="end"
      aria-label={t('ofImportEnd')}
      onClick={onEnd}
    >
      {t('ofImport')}
    </Button>
  )
}
