import { DeleteOutlined, MoreOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { useConfirmDelete } from '#ui/dialog/useConfirm.ts'

interface Props {
  name: string
  hint: string
  /** Resolves true if it is deleted. The toast reports a refusal. */
  onDelete(): Promise<boolean>
  onDeleted(): void
}

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
