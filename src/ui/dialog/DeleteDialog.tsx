/**
 * A delete button with a dialog that first shows what is affected. Reversible actions have no
 * dialog.
 */
import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState, LoadingState, type Failure } from '#ui/feedback/states.tsx'
import { Dialog } from './Dialog.tsx'

export function DeleteButton({ children }: { children: (close: () => void) => ReactNode }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        danger
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('delete')}
      </Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  )
}

/** `uses`: what is lost with it. Deleting waits until it has loaded. */
export function DeleteDialog({
  name,
  okText,
  isBusy,
  isHeld = false,
  uses: { data, error, refetch },
  onDelete,
  onClose,
  children,
}: {
  name: string
  okText?: string
  isBusy: boolean
  /** Another entity prevents the deletion. */
  isHeld?: boolean
  uses: { data?: object | undefined; error?: Failure | undefined; refetch(): unknown }
  onDelete(): Promise<void>
  onClose(): void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      title={t('confirmDelete', { name })}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('cancel')}
        </Button>,
        <Button
          key="delete"
          danger
          type="primary"
          disabled={data === undefined || isHeld}
          loading={isBusy}
          onClick={() => void onDelete()}
        >
          {okText ?? t('delete')}
        </Button>,
      ]}
    >
      {data !== undefined ? (
        children
      ) : error !== undefined ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={3} />
      )}
    </Dialog>
  )
}
