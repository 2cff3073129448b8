import { DeleteOutlined, MoreOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { useConfirmDelete } from '#ui/dialog/useConfirm.ts'

interface Props {
  name: string
  /** What stays and what does not. */
  hint: string
  /** Answers whether it is gone; a refusal is in the toast. */
  onDelete(): Promise<boolean>
  onDeleted(): void
}

/** What is rare: taking a dashboard away for good, after asking. */
export function DeleteBoard({ name, hint, onDelete, onDeleted }: Props) {
  const { t } = useTranslation('common')
  const confirmDelete = useConfirmDelete()
  const [isBusy, setIsBusy] = useState(false)
  async function handleClick(): Promise<void> {
    if (!(await confirmDelete(name, hint))) return
    setIsBusy(true)
    const isDeleted = await onDelete()
    setIsBusy(false)
    if (isDeleted) onDeleted()
  }
  return (
    <DropMenu
      placement="bottomRight"
      menu={{
        items: [
          {
            key: 'delete',
            danger: true,
            icon: <DeleteOutlined aria-hidden />,
            label: t('delete'),
          },
        ],
        onClick: () => void handleClick(),
      }}
    >
      <Button
        type="text"
        loading={isBusy}
        icon={<MoreOutlined aria-hidden />}
        aria-label={t('moreActions')}
      />
    </DropMenu>
  )
}
