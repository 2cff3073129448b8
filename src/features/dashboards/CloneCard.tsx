import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CardView } from '#contract/dashboards/dashboards.ts'
import { itemCalls } from './calls.ts'
import styles from './board.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'

export function CloneCard({
  card,
  dashboardId,
  onClose,
  onCloned,
}: {
  card: Pick<CardView, 'id' | 'name'>
  dashboardId: number
  onClose(): void
  onCloned?(): void
}) {
  const { t } = useTranslation(['dashboards', 'common'])
  const [name, setName] = useState(t('copyOf', { name: card.name }))
  const [clone, { isLoading }] = itemCalls.useCloneDashboardItemMutation()
  async function handleClone(): Promise<void> {
    const answer = await clone({
      params: { id: card.id },
      body: { dashboardId, name: name.trim() },
    })
    if (answer.error !== undefined) return
    onCloned?.()
    onClose()
  }
  return (
    <Dialog
      open
      title={t('clone')}
      okText={t('clone')}
      cancelText={t('common:cancel')}
      confirmLoading={isLoading}
      okButtonProps={{ disabled: name.trim() === '' }}
      onOk={() => void handleClone()}
      onCancel={onClose}
    >
      <label className={styles.fieldLabel} htmlFor="clone-name">
        {t('common:name')}
      </label>
      <Input
        id="clone-name"
        autoFocus
        dir="auto"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => {
          if (name.trim() !== '' && !isLoading) void handleClone()
        }}
      />
    </Dialog>
  )
}
