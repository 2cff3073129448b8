import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from '../rtls.module.css'

export type MapFailure = 'loading' | 'auth'

interface MapBrokenProps {
  kind: MapFailure
  description: string
  closable?: boolean
}

export function MapBroken({ kind, description, closable = false }: MapBrokenProps) {
  const { t } = useTranslation('map')
  return (
    <Alert
      className={styles.mapBroken}
      type="warning"
      showIcon
      closable={closable}
      title={t(kind === 'auth' ? 'errorAuth' : 'errorLoading')}
      description={description}
    />
  )
}
