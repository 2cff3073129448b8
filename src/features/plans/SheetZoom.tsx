import { CompressOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './plans.module.css'

interface Props {
  onZoom(by: number): void
  onWhole(): void
}

export function SheetZoom({ onZoom, onWhole }: Props) {
  const { t } = useTranslation('plans')
  return (
    <div className={styles.zoom}>
      <Button
        icon={<PlusOutlined aria-hidden />}
        aria-label={t('zoomIn')}
        onClick={() => onZoom(0.7)}
      />
      <Button
        icon={<MinusOutlined aria-hidden />}
        aria-label={t('zoomOut')}
        onClick={() => onZoom(1.4)}
      />
      <Button
        icon={<CompressOutlined aria-hidden />}
        aria-label={t('wholePlan')}
        onClick={onWhole}
      />
    </div>
  )
}
