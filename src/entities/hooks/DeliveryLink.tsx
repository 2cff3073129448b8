import { useState } from 'react'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '#entities/session/useSession.ts'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import styles from '#entities/automations/sentence.module.css'

export function DeliveryLink({ deliveryId }: { deliveryId: number }) {
  const { t } = useTranslation('hooks')
  const [isOpen, setIsOpen] = useState(false)
  if (!useMay('editor|automations')) return null
  return (
    <>
      <Button size="small" type="link" className={styles.runEffect} onClick={() => setIsOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && <DeliveryDialog deliveryId={deliveryId} onClose={() => setIsOpen(false)} />}
    </>
  )
}
