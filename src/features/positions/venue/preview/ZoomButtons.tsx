import { CompressOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './preview.module.css'

export function ZoomButtons({ onZoom, onWhole }: { onZoom(by: number): void; onWhole(): void }) {
  const { t } = useTranslation('map')
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
        aria-label={t('wholeFloor')}
        onClick={onWhole}
      />
    </div>
  )
}
